-- Mails that wait together and are told in one: those of one name, for one reader, about one person.
ALTER TABLE waiting_mails ADD COLUMN gathered_as text;
-- Set while a node has the mail. Without it a mail on its way could not be told from one that waits for another try.
ALTER TABLE waiting_mails ADD COLUMN claimed_at timestamptz;

-- Reports also reach an address of ADMIN_EMAILS that has no account yet.
ALTER TABLE waiting_mails ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE waiting_mails ADD COLUMN address text;
ALTER TABLE waiting_mails ADD CONSTRAINT waiting_mails_one_reader CHECK (num_nonnulls(user_id, address) = 1);

CREATE INDEX waiting_mails_gathered ON waiting_mails (gathered_as) WHERE gathered_as IS NOT NULL;
CREATE INDEX waiting_mails_by_address ON waiting_mails (address) WHERE address IS NOT NULL;
