-- What the Prisma schema cannot say about comments: the rules of a thread, kept by the database itself.
-- prisma/migrate.test.ts lists all that is declared here and nowhere else.

ALTER TABLE "comments"
  ADD CONSTRAINT "comments_depth_check" CHECK (depth BETWEEN 1 AND 6),
  ADD CONSTRAINT "comments_top_level_check" CHECK ((parent_id IS NULL) = (depth = 1) AND (parent_id IS NULL) = (thread_id IS NULL)),
  ADD CONSTRAINT "comments_published_replies_check" CHECK (published_replies BETWEEN 0 AND 1000);

ALTER TABLE "view_counts"
  ADD CONSTRAINT "view_counts_views_check" CHECK (views >= 0);

-- The place of a comment follows from its parent. A parent that stands on another post is refused by the foreign key
-- right after, and a comment beneath one of the deepest level by the check.
CREATE FUNCTION comments_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.depth := 1;
  NEW.thread_id := NULL;
  IF NEW.parent_id IS NOT NULL THEN
    SELECT parent.depth + 1, coalesce(parent.thread_id, parent.id)
      INTO NEW.depth, NEW.thread_id
      FROM comments AS parent
     WHERE parent.id = NEW.parent_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'comment % does not exist', NEW.parent_id USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER comments_place BEFORE INSERT ON comments
  FOR EACH ROW EXECUTE FUNCTION comments_place();

-- A comment never moves: with parents that stand before their replies and stay, a cycle cannot come to be.
CREATE FUNCTION comments_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a comment cannot move to another parent or post' USING ERRCODE = 'check_violation';
END
$$;

CREATE TRIGGER comments_stay BEFORE UPDATE OF id, post_id, parent_id, thread_id, depth ON comments
  FOR EACH ROW
  WHEN ((OLD.id, OLD.post_id, OLD.parent_id, OLD.thread_id, OLD.depth)
        IS DISTINCT FROM (NEW.id, NEW.post_id, NEW.parent_id, NEW.thread_id, NEW.depth))
  EXECUTE FUNCTION comments_stay();

-- What a comment adds to the number of public replies above it: itself, and those beneath it, unless it hides them.
CREATE FUNCTION comments_weight(comment comments) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE comment.status
    WHEN 'published' THEN 1 + comment.published_replies
    WHEN 'deleted' THEN comment.published_replies
    ELSE 0
  END
$$;

-- Every comment knows how many public replies stand beneath it, so that a tombstone is told from a deleted comment
-- nobody answered by the row alone, an index can hold exactly what the public sees, and a thread has an end. The count
-- goes up to the first ancestor that hides what is beneath it. The top of the thread is locked first: two writers in
-- one thread take turns and cannot wait for each other. A deleted row takes all beneath it along; those find their
-- parent gone, and count no more.
CREATE FUNCTION comments_count_replies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reply comments := coalesce(NEW, OLD);
  change integer := coalesce(comments_weight(NEW), 0) - coalesce(comments_weight(OLD), 0);
BEGIN
  IF change <> 0 THEN
    PERFORM 1 FROM comments WHERE id = reply.thread_id FOR NO KEY UPDATE;
    WITH RECURSIVE ancestor AS (
      SELECT id, parent_id, status FROM comments WHERE id = reply.parent_id
      UNION ALL
      SELECT above.id, above.parent_id, above.status
        FROM comments AS above JOIN ancestor ON above.id = ancestor.parent_id
       WHERE ancestor.status IN ('published', 'deleted')
    )
    UPDATE comments SET published_replies = published_replies + change WHERE id IN (SELECT id FROM ancestor);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER comments_count_added AFTER INSERT ON comments
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION comments_count_replies();
CREATE TRIGGER comments_count_changed AFTER UPDATE OF status ON comments
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION comments_count_replies();
CREATE TRIGGER comments_count_removed AFTER DELETE ON comments
  FOR EACH ROW WHEN (OLD.parent_id IS NOT NULL) EXECUTE FUNCTION comments_count_replies();
