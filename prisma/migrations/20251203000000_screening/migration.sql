-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "is_newcomer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "network_key" TEXT;

-- CreateTable
CREATE TABLE "comment_block_version" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "comment_block_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "used_form_stamps" (
    "nonce" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "used_form_stamps_pkey" PRIMARY KEY ("nonce")
);

-- CreateTable
CREATE TABLE "comment_floods" (
    "id" SERIAL NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "calmed_at" TIMESTAMPTZ(3),
    "is_ongoing" BOOLEAN DEFAULT true,

    CONSTRAINT "comment_floods_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "used_form_stamps_used_at_idx" ON "used_form_stamps"("used_at");

-- CreateIndex
CREATE UNIQUE INDEX "comment_floods_is_ongoing_key" ON "comment_floods"("is_ongoing");

-- CreateIndex
CREATE INDEX "comments_newcomers" ON "comments"("created_at") WHERE (is_newcomer);

-- What a Prisma schema cannot say.

-- Each change of the blocks is known by a number. A row, not a sequence: who reads the new number sees the new blocks.
INSERT INTO "comment_block_version" ("id", "version") VALUES (1, 0);

CREATE FUNCTION comment_blocks_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE comment_block_version SET version = version + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER comment_blocks_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON comment_blocks
  FOR EACH STATEMENT EXECUTE FUNCTION comment_blocks_changed();
