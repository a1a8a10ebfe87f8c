-- CreateTable
CREATE TABLE "images" (
    "id" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "is_moving" BOOLEAN NOT NULL,
    "in_bucket" BOOLEAN NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "images_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "image_files" (
    "image_id" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "image_files_pkey" PRIMARY KEY ("image_id","width")
);

-- A picture is compressed already: TOAST need not try.
ALTER TABLE "image_files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- CreateIndex
CREATE INDEX "images_added_at_id_idx" ON "images"("added_at" DESC, "id");
