-- All addresses and words that are there are looked at once: some of them nothing names any more. Later only those that are let go.
INSERT INTO maybe_lone_addresses (address_id) SELECT id FROM reader_addresses WHERE unsubscribed_at IS NULL AND merged_into_id IS NULL;

INSERT INTO maybe_unused_words (word) SELECT word FROM post_words;

-- Without statistics of what it is of, `outbox_mails_ended` would not be used until these are made by themselves.
ANALYZE outbox_mails;
