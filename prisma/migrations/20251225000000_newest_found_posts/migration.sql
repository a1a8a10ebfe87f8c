-- What a Prisma schema cannot say.

-- The newest public posts that have what is searched for, so many at most, the newest first. What many posts have is found
-- quickest by reading the newest until there are enough, what few have by the index of their words; whichever reads fewer of
-- them is taken, by what the statistics say of these very words. Left to itself the planner takes the first far too often: it
-- does not know that the words of a post lie beside the table. `MATERIALIZED` keeps it from that in the second. (Not declared
-- stable: that would refuse `EXPLAIN`.)
CREATE FUNCTION newest_found_posts(words tsquery, at_most integer) RETURNS SETOF integer LANGUAGE plpgsql STRICT SET search_path FROM CURRENT AS $$
DECLARE
  having_them text := format('SELECT id, published_at FROM posts WHERE search @@ %L::tsquery AND NOT draft AND published_at <= now()', words);
  plan json;
  found float8;
  -- Nothing is known of a table that was never looked through.
  posts float8 := (SELECT nullif(greatest(reltuples, 0), 0) FROM pg_class WHERE oid = 'posts'::regclass);
BEGIN
  EXECUTE 'EXPLAIN (FORMAT json) ' || having_them INTO plan;
  found := plan -> 0 -> 'Plan' -> 'Plan Rows';
  RETURN QUERY EXECUTE format(
    CASE WHEN found * found > at_most * posts THEN 'SELECT id FROM (%s) AS found' ELSE 'WITH found AS MATERIALIZED (%s) SELECT id FROM found' END
      || ' ORDER BY published_at DESC, id DESC LIMIT %s', having_them, at_most);
END $$;
