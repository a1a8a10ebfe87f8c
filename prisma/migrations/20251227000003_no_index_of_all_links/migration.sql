-- DropIndex
DROP INDEX "link_previews_fresh_until_idx";
