-- The daily jobs now check all addresses and words, so triggers no longer note those that may be unused. The previous version
-- reads `maybe_lone_addresses` and `maybe_unused_words`: they stay, without new rows. The next release drops them.

-- Table after table in the order in which a new comment locks them.
DROP TRIGGER posts_words_gone ON posts;
DROP TRIGGER reader_addresses_note ON reader_addresses;
DROP TRIGGER comments_address_gone ON comments;
DROP TRIGGER comments_address_changed ON comments;
DROP TRIGGER outbox_mails_address_gone ON outbox_mails;
DROP TRIGGER outbox_mails_address_changed ON outbox_mails;

DROP FUNCTION maybe_lone_addresses_note();
DROP FUNCTION reader_addresses_note();
DROP FUNCTION maybe_unused_words_note();
