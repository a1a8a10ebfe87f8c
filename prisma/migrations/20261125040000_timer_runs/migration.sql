-- CreateTable
CREATE TABLE "timer_runs" (
    "name" TEXT NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "timer_runs_pkey" PRIMARY KEY ("name")
);
