-- CreateEnum
CREATE TYPE "view_source_kind" AS ENUM ('referrer', 'device');

-- CreateTable
CREATE TABLE "view_totals" (
    "post_id" INTEGER NOT NULL,
    "shard" SMALLINT NOT NULL,
    "views" BIGINT NOT NULL,

    CONSTRAINT "view_totals_pkey" PRIMARY KEY ("post_id","shard")
);

-- CreateTable
CREATE TABLE "view_days" (
    "day" DATE NOT NULL,
    "shard" SMALLINT NOT NULL,
    "views" BIGINT NOT NULL,

    CONSTRAINT "view_days_pkey" PRIMARY KEY ("day","shard")
);

-- CreateTable
CREATE TABLE "view_refusals" (
    "day" DATE NOT NULL,
    "reason" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "view_refusals_pkey" PRIMARY KEY ("day","reason","shard")
);

-- CreateTable
CREATE TABLE "view_sources" (
    "day" DATE NOT NULL,
    "kind" "view_source_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "view_sources_pkey" PRIMARY KEY ("day","kind","name","shard")
);

-- CreateTable
CREATE TABLE "view_suspects" (
    "day" DATE NOT NULL,
    "network" UUID NOT NULL,
    "post_id" INTEGER NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "view_suspects_pkey" PRIMARY KEY ("day","network","post_id")
);

-- CreateTable
CREATE TABLE "view_bursts" (
    "network" UUID NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "view_bursts_pkey" PRIMARY KEY ("network","minute")
);

-- CreateIndex
CREATE INDEX "view_suspects_post_id_idx" ON "view_suspects"("post_id");

-- CreateIndex
CREATE INDEX "view_bursts_minute_idx" ON "view_bursts"("minute");

-- AddForeignKey
ALTER TABLE "view_totals" ADD CONSTRAINT "view_totals_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "view_suspects" ADD CONSTRAINT "view_suspects_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a Prisma schema cannot say.

-- Marks by which a reader is known again, for 48 hours: of who read (network and browser under the salt of a day), and
-- of the request (its idempotency key). A partition a day, so that a day is dropped whole.
CREATE TABLE "view_marks" (
    "day" DATE NOT NULL,
    "post_id" INTEGER NOT NULL,
    "mark" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "view_marks_pkey" PRIMARY KEY ("day", "post_id", "mark")
) PARTITION BY RANGE ("day");

-- Makes the partition of a day where it is missing. Two at once take turns.
CREATE FUNCTION view_marks_prepare(of_day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(20251207);
  EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF view_marks FOR VALUES FROM (%L) TO (%L)',
                 'view_marks_' || to_char(of_day, 'YYYYMMDD'), of_day, of_day + 1);
END $$;

-- Drops the partitions of all days before one, and says how many.
CREATE FUNCTION view_marks_drop(before_day date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  part text;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(20251207);
  FOR part IN SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
               WHERE inhparent = 'view_marks'::regclass AND relname < 'view_marks_' || to_char(before_day, 'YYYYMMDD')
  LOOP
    EXECUTE format('DROP TABLE %I', part);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

ALTER TABLE "view_totals" ADD CONSTRAINT "view_totals_views_check" CHECK (views >= 0);
ALTER TABLE "view_days" ADD CONSTRAINT "view_days_views_check" CHECK (views >= 0);

-- `view_totals` and `view_days` are the sums of `view_counts`, whoever writes there: once a statement, not once a row.
CREATE FUNCTION view_counts_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO view_totals SELECT post_id, shard, sum(views) FROM after_rows GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (post_id, shard) DO UPDATE SET views = view_totals.views + excluded.views;
    INSERT INTO view_days SELECT day, shard, sum(views) FROM after_rows GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (day, shard) DO UPDATE SET views = view_days.views + excluded.views;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE view_totals SET views = view_totals.views + change.views
      FROM (SELECT post_id, shard, sum(views) AS views
              FROM (SELECT post_id, shard, views FROM after_rows UNION ALL SELECT post_id, shard, -views FROM before_rows) AS rows
             GROUP BY 1, 2) AS change
     WHERE view_totals.post_id = change.post_id AND view_totals.shard = change.shard AND change.views <> 0;
    UPDATE view_days SET views = view_days.views + change.views
      FROM (SELECT day, shard, sum(views) AS views
              FROM (SELECT day, shard, views FROM after_rows UNION ALL SELECT day, shard, -views FROM before_rows) AS rows
             GROUP BY 1, 2) AS change
     WHERE view_days.day = change.day AND view_days.shard = change.shard AND change.views <> 0;
  ELSE
    UPDATE view_totals SET views = view_totals.views - gone.views
      FROM (SELECT post_id, shard, sum(views) AS views FROM before_rows GROUP BY 1, 2) AS gone
     WHERE view_totals.post_id = gone.post_id AND view_totals.shard = gone.shard;
    UPDATE view_days SET views = view_days.views - gone.views
      FROM (SELECT day, shard, sum(views) AS views FROM before_rows GROUP BY 1, 2) AS gone
     WHERE view_days.day = gone.day AND view_days.shard = gone.shard;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER view_counts_added AFTER INSERT ON view_counts REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION view_counts_sum();
CREATE TRIGGER view_counts_changed AFTER UPDATE ON view_counts REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION view_counts_sum();
CREATE TRIGGER view_counts_removed AFTER DELETE ON view_counts REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION view_counts_sum();

-- What was counted before there were sums.
INSERT INTO view_totals SELECT post_id, shard, sum(views) FROM view_counts GROUP BY 1, 2;
INSERT INTO view_days SELECT day, shard, sum(views) FROM view_counts GROUP BY 1, 2;
