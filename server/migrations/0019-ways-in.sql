-- Codes that one person asked for in one sitting: same address, purpose, account and network. Any of them that is alive
-- confirms any other, and a wrong guess counts against all, so that no code is ever compared more than five times.
ALTER TABLE access_verifications ADD COLUMN flow_hash bytea;

-- Networks from which an address was signed in: a keyed hash of the two together, so that neither can be read here, nor
-- whether two addresses share a network. Strangers elsewhere cannot use up the codes that are asked for from here.
CREATE TABLE known_networks (
  address_network_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);
CREATE INDEX known_networks_by_user ON known_networks (user_id);
CREATE INDEX known_networks_by_age ON known_networks (seen_at);
