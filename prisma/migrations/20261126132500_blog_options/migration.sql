-- Further settings of the blog. The previous version ignores them.
-- AlterTable
ALTER TABLE "blog_settings" ADD COLUMN "options" JSONB NOT NULL DEFAULT '{}';
