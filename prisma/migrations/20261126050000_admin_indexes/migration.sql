-- The area is called "admin" now. Renaming an index needs no rewrite and does not affect queries.
ALTER INDEX comments_desk_pending RENAME TO comments_admin_pending;
ALTER INDEX comments_desk_spam RENAME TO comments_admin_spam;
ALTER INDEX comments_desk_deleted RENAME TO comments_admin_deleted;
ALTER INDEX comments_desk_post RENAME TO comments_admin_post;
ALTER INDEX comments_desk_author RENAME TO comments_admin_author;
ALTER INDEX comments_desk_words RENAME TO comments_admin_words;
ALTER INDEX comments_desk_reasons RENAME TO comments_admin_reasons;
ALTER INDEX comments_desk_waiting_reasons RENAME TO comments_admin_waiting_reasons;
ALTER INDEX posts_desk_words RENAME TO posts_admin_words;
