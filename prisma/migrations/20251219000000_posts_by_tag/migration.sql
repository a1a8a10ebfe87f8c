-- CreateIndex
CREATE INDEX "posts_tags" ON "posts" USING GIN ("tags");
