-- CreateTable
CREATE TABLE "maybe_lone_addresses" (
    "id" BIGSERIAL NOT NULL,
    "address_id" INTEGER NOT NULL,

    CONSTRAINT "maybe_lone_addresses_pkey" PRIMARY KEY ("id")
);

-- What a Prisma schema cannot say.

-- A row each time, without a look at those that are there: so nobody waits for anybody.
CREATE FUNCTION maybe_lone_addresses_note() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO maybe_lone_addresses (address_id) VALUES (OLD.address_id);
  RETURN NULL;
END $$;

CREATE FUNCTION reader_addresses_note() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO maybe_lone_addresses (address_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

-- Table after table in the order in which a new comment takes them.
CREATE TRIGGER reader_addresses_note AFTER INSERT OR UPDATE OF unsubscribed_at, merged_into_id ON reader_addresses
FOR EACH ROW WHEN (NEW.unsubscribed_at IS NULL AND NEW.merged_into_id IS NULL) EXECUTE FUNCTION reader_addresses_note();

CREATE TRIGGER comments_address_gone AFTER DELETE ON comments
FOR EACH ROW WHEN (OLD.address_id IS NOT NULL) EXECUTE FUNCTION maybe_lone_addresses_note();

CREATE TRIGGER comments_address_changed AFTER UPDATE OF address_id ON comments
FOR EACH ROW WHEN (OLD.address_id IS NOT NULL AND NEW.address_id IS DISTINCT FROM OLD.address_id) EXECUTE FUNCTION maybe_lone_addresses_note();

CREATE TRIGGER outbox_mails_address_gone AFTER DELETE ON outbox_mails
FOR EACH ROW WHEN (OLD.address_id IS NOT NULL) EXECUTE FUNCTION maybe_lone_addresses_note();

CREATE TRIGGER outbox_mails_address_changed AFTER UPDATE OF address_id ON outbox_mails
FOR EACH ROW WHEN (OLD.address_id IS NOT NULL AND NEW.address_id IS DISTINCT FROM OLD.address_id) EXECUTE FUNCTION maybe_lone_addresses_note();
