CREATE TABLE "staff_second_factors" (
    "staff_id" TEXT NOT NULL,
    "encrypted_secret" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_period" INTEGER NOT NULL DEFAULT 0,
    "recovery_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "staff_second_factors_pkey" PRIMARY KEY ("staff_id"),
    CONSTRAINT "staff_second_factors_staff_id_fkey" FOREIGN KEY ("staff_id")
      REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
