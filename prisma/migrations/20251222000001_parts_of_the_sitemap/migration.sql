-- Which file of the sitemap a post stands in, where there are several: the one of its id, so that a new post changes the last
-- file and no other.
CREATE FUNCTION sitemap_part(post_id integer) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (post_id - 1) / 5000 + 1;

-- When the posts of a file last changed, each as `listPostAddresses` dates it. A Prisma schema has no index of expressions.
CREATE INDEX "posts_sitemap" ON "posts" (sitemap_part(id), greatest(updated_at, published_at)) WHERE NOT draft;
