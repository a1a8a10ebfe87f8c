-- An import of comments, so that it can be shown, continued and undone.
CREATE TABLE "imports" (
    "id" SERIAL NOT NULL,
    "format" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "report" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "imported_comments"
  ADD COLUMN "import_id" INTEGER,
  ADD COLUMN "source_hash" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "anchor" TEXT NOT NULL DEFAULT '',
  ADD CONSTRAINT "imported_comments_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "imported_comments_import_id_idx" ON "imported_comments"("import_id") WHERE import_id IS NOT NULL;
CREATE INDEX "imported_comments_post_id_anchor_idx" ON "imported_comments"("post_id", "anchor") WHERE anchor <> '';
-- Ids now name their system. Until now, only WordPress exports had comments.
UPDATE "imported_comments" SET "source_id" = 'wordpress:' || "source_id";

ALTER TABLE "threads"
  ADD COLUMN "import_id" INTEGER,
  ADD CONSTRAINT "threads_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "threads_import_id_idx" ON "threads"("import_id") WHERE import_id IS NOT NULL;

ALTER TABLE "sites"
  ADD COLUMN "import_id" INTEGER,
  ADD CONSTRAINT "sites_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Votes of the old system.
ALTER TABLE "comments"
  ADD COLUMN "votes_up" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "votes_down" INTEGER NOT NULL DEFAULT 0;

-- Comments may be imported before their post. They wait in a thread without a post, which nobody
-- sees, and join the thread of the post that gets its slug.
CREATE OR REPLACE FUNCTION posts_keep_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waiting threads;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM threads WHERE id = OLD.id;
    RETURN NULL;
  END IF;
  UPDATE threads SET slug = 'waiting-' || id
   WHERE slug = NEW.slug AND id <> NEW.id AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.id = threads.id)
  RETURNING * INTO waiting;
  INSERT INTO threads (id, slug, title, created_at)
  VALUES (NEW.id, NEW.slug, NEW.title, NEW.created_at)
  ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, title = excluded.title;
  IF waiting.id IS NOT NULL THEN
    PERFORM set_config('afterword.merge', 'on', true);
    UPDATE comments SET post_id = NEW.id WHERE post_id = waiting.id;
    PERFORM set_config('afterword.merge', '', true);
    UPDATE imported_comments SET post_id = NEW.id WHERE post_id = waiting.id;
    DELETE FROM threads WHERE id = waiting.id;
    UPDATE threads SET pinned_comment_id = waiting.pinned_comment_id
     WHERE id = NEW.id AND waiting.pinned_comment_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
