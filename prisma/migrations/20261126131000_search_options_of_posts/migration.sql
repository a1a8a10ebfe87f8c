-- Search and social media options of posts. The previous version ignores them.
ALTER TABLE "posts"
  ADD COLUMN "meta_title" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "meta_description" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "social_image" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "canonical" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "noindex" BOOLEAN NOT NULL DEFAULT false;
