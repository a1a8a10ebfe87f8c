CREATE TABLE "sites" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "origins" TEXT[],
    "language" TEXT NOT NULL DEFAULT 'en',
    "key_hash" TEXT,
    "webhook_url" TEXT NOT NULL DEFAULT '',
    "webhook_secret" TEXT NOT NULL DEFAULT '',
    "new_pages_per_day" INTEGER NOT NULL DEFAULT 500,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sites_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sites_key_hash_key" ON "sites"("key_hash");

CREATE TABLE "site_hosts" (
    "host" TEXT NOT NULL,
    "site_id" INTEGER NOT NULL,

    CONSTRAINT "site_hosts_pkey" PRIMARY KEY ("host"),
    CONSTRAINT "site_hosts_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "site_hosts_site_id_idx" ON "site_hosts"("site_id");

-- Posts and pages of sites share one sequence of ids, because a post is a thread with the same id.
CREATE TABLE "threads" (
    "id" INTEGER NOT NULL DEFAULT nextval('posts_id_seq'::regclass),
    "site_id" INTEGER,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL DEFAULT '',
    "closed" BOOLEAN NOT NULL DEFAULT false,
    "pinned_comment_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "threads_pkey" PRIMARY KEY ("id"),
    -- Only slugs of pages contain a slash.
    CONSTRAINT "threads_slug_check" CHECK ((site_id IS NULL) = (position('/' IN slug) = 0)),
    CONSTRAINT "threads_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "threads_pinned_comment_id_fkey" FOREIGN KEY ("pinned_comment_id") REFERENCES "comments"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "threads_slug_key" ON "threads"("slug");
CREATE UNIQUE INDEX "threads_pinned_comment_id_key" ON "threads"("pinned_comment_id");
CREATE INDEX "threads_site_id_created_at_id_idx" ON "threads"("site_id", "created_at", "id") WHERE site_id IS NOT NULL;

CREATE TABLE "thread_aliases" (
    "slug" TEXT NOT NULL,
    "thread_id" INTEGER NOT NULL,

    CONSTRAINT "thread_aliases_pkey" PRIMARY KEY ("slug"),
    CONSTRAINT "thread_aliases_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "thread_aliases_thread_id_idx" ON "thread_aliases"("thread_id");

-- Whatever version of the program writes posts, each has a thread with its current slug and title.
CREATE FUNCTION posts_keep_thread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM threads WHERE id = OLD.id;
  ELSE
    INSERT INTO threads (id, slug, title, created_at)
    VALUES (NEW.id, NEW.slug, NEW.title, NEW.created_at)
    ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, title = excluded.title;
  END IF;
  RETURN NULL;
END $$;

-- These wait for writers of posts, and posts cannot be written until the transaction ends.
CREATE TRIGGER posts_thread_added AFTER INSERT OR DELETE ON posts
  FOR EACH ROW EXECUTE FUNCTION posts_keep_thread();
CREATE TRIGGER posts_thread_changed AFTER UPDATE OF slug, title ON posts
  FOR EACH ROW WHEN (OLD.slug <> NEW.slug OR OLD.title <> NEW.title)
  EXECUTE FUNCTION posts_keep_thread();
INSERT INTO threads (id, slug, title, created_at) SELECT id, slug, title, created_at FROM posts;

CREATE TYPE "webhook_type" AS ENUM ('comment.published', 'comment.updated', 'comment.deleted', 'comment.held');

CREATE TABLE "webhook_deliveries" (
    "id" SERIAL NOT NULL,
    "site_id" INTEGER NOT NULL,
    "type" "webhook_type" NOT NULL,
    "comment_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries"("next_attempt_at") WHERE (delivered_at IS NULL AND failure IS NULL);
CREATE INDEX "webhook_deliveries_site_id_created_at_idx" ON "webhook_deliveries"("site_id", "created_at");

-- Queues a webhook in the transaction of the change, wherever the change comes from. Imports set
-- `afterword.import` and cause none.
CREATE FUNCTION comments_queue_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE WHEN TG_OP <> 'INSERT' THEN OLD.status::text END;
  now_ text := CASE WHEN TG_OP <> 'DELETE' THEN NEW.status::text END;
  event webhook_type;
BEGIN
  event := CASE
    WHEN now_ = 'published' AND before IS DISTINCT FROM 'published' THEN 'comment.published'
    WHEN now_ = 'published' AND NEW.content <> OLD.content THEN 'comment.updated'
    WHEN before = 'published' AND now_ IS DISTINCT FROM 'published' THEN 'comment.deleted'
    WHEN now_ = 'pending' AND before IS NULL THEN 'comment.held'
  END;
  IF event IS NOT NULL AND current_setting('afterword.import', true) IS DISTINCT FROM 'on' THEN
    INSERT INTO webhook_deliveries (site_id, type, comment_id, slug)
    SELECT sites.id, event, coalesce(NEW.id, OLD.id), threads.slug
      FROM threads JOIN sites ON sites.id = threads.site_id
     WHERE threads.id = coalesce(NEW.post_id, OLD.post_id) AND sites.webhook_url <> '';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER comments_webhook AFTER INSERT OR DELETE OR UPDATE OF status, content ON comments
  FOR EACH ROW EXECUTE FUNCTION comments_queue_webhook();
