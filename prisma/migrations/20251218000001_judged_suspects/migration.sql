-- CreateTable
CREATE TABLE "judged_suspects" (
    "verdict_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "network" UUID NOT NULL,
    "post_id" INTEGER NOT NULL,
    "views" INTEGER NOT NULL,
    "accepted" BOOLEAN NOT NULL,
    "judged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judged_suspects_pkey" PRIMARY KEY ("verdict_id","day","network","post_id")
);

-- CreateIndex
CREATE INDEX "judged_suspects_post_id_idx" ON "judged_suspects"("post_id");

-- CreateIndex
CREATE INDEX "judged_suspects_judged_at_idx" ON "judged_suspects"("judged_at");

-- AddForeignKey
ALTER TABLE "judged_suspects" ADD CONSTRAINT "judged_suspects_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
