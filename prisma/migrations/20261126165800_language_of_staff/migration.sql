-- The language of the admin area that a staff member has chosen. The previous version ignores it.
-- AlterTable
ALTER TABLE "staff" ADD COLUMN "language" TEXT;
