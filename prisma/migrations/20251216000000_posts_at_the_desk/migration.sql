-- AlterTable
ALTER TABLE "posts" ADD COLUMN     "shown_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "post_versions" ADD COLUMN     "published" BOOLEAN NOT NULL DEFAULT false;

-- What readers have already is nothing that pages wait for.
UPDATE "posts" SET "shown_at" = "published_at" WHERE NOT "draft" AND "published_at" <= now();
