-- AlterTable
ALTER TABLE "posts" ADD COLUMN     "comments_close_after_days" INTEGER;
