-- What search engines and social media show of a post. The previous version ignores it.
ALTER TABLE "posts"
  ADD COLUMN "meta_title" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "meta_description" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "social_image" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "canonical" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "noindex" BOOLEAN NOT NULL DEFAULT false;
