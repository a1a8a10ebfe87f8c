-- Which posts show an image, without reading all of them. It reads the whole text of each, which takes long of many: alone in its script, so
-- that who saves posts meanwhile waits for nobody. What a broken-off run left of it is dropped before (schema-engine.ts).
CREATE INDEX CONCURRENTLY "posts_images" ON "posts" USING GIN (post_images(content, cover));
