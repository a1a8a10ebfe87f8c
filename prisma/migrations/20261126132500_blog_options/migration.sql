-- Settings of the owner that the previous version does not know.
-- AlterTable
ALTER TABLE "blog_settings" ADD COLUMN "options" JSONB NOT NULL DEFAULT '{}';
