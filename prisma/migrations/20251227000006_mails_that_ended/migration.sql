-- What was sent or given up long ago, without looking through all. Alone in its script, so that nobody who writes waits for it.
CREATE INDEX CONCURRENTLY "outbox_mails_ended" ON "outbox_mails" ((coalesce("sent_at", "next_attempt_at")));
