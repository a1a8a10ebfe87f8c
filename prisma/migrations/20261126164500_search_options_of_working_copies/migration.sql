-- Search and social media options of unpublished changes and of versions. Null means unknown: the
-- previous version does not set them.
ALTER TABLE "post_working_copies"
  ADD COLUMN "meta_title" TEXT,
  ADD COLUMN "meta_description" TEXT,
  ADD COLUMN "social_image" TEXT,
  ADD COLUMN "canonical" TEXT,
  ADD COLUMN "noindex" BOOLEAN;

ALTER TABLE "post_versions"
  ADD COLUMN "meta_title" TEXT,
  ADD COLUMN "meta_description" TEXT,
  ADD COLUMN "social_image" TEXT,
  ADD COLUMN "canonical" TEXT,
  ADD COLUMN "noindex" BOOLEAN;
