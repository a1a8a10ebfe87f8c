-- Merging the threads of a page moves whole threads of comments: it sets `afterword.merge` for its
-- transaction. Otherwise, a comment still never moves, and never to another parent.
CREATE OR REPLACE FUNCTION comments_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('afterword.merge', true) = 'on'
    AND (OLD.id, OLD.parent_id, OLD.thread_id, OLD.depth)
      IS NOT DISTINCT FROM (NEW.id, NEW.parent_id, NEW.thread_id, NEW.depth) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a comment cannot move to another parent or post' USING ERRCODE = 'check_violation';
END
$$;
