ALTER TABLE "staff" ADD COLUMN "site_ids" INTEGER[];
