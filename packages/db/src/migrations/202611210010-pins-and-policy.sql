-- custody: every wallet that a business has ever had, written by whatever changes the business
CREATE TABLE wallet_commit (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  chain text NOT NULL,
  asset text NOT NULL,
  address text,
  created_at timestamptz NOT NULL
);
CREATE INDEX wallet_commit_business ON wallet_commit (business_id, position);
CREATE INDEX wallet_commit_age ON wallet_commit (created_at);
CREATE TRIGGER wallet_commit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_commit FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE FUNCTION wallets_committed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN before := OLD.wallets; END IF;
  INSERT INTO public.wallet_commit (business_id, mode, chain, asset, address, created_at)
  SELECT NEW.id, NEW.mode, regexp_replace(asset, '^.*_', ''), asset, NEW.wallets ->> asset, NEW.updated_at
    FROM (SELECT jsonb_object_keys(before) UNION SELECT jsonb_object_keys(NEW.wallets)) AS named (asset)
    WHERE before ->> asset IS DISTINCT FROM NEW.wallets ->> asset
    ORDER BY asset;
  RETURN NULL;
END $$;
CREATE TRIGGER business_wallets_committed AFTER INSERT OR UPDATE OF wallets ON business FOR EACH ROW EXECUTE FUNCTION wallets_committed();

-- custody: what the signer has seen and checked, under a key that only it has
CREATE TABLE wallet_pin (
  position bigint PRIMARY KEY REFERENCES wallet_commit,
  mac bytea,
  refused text,
  pinned_at timestamptz NOT NULL,
  CHECK ((mac IS NULL) = (refused IS NOT NULL))
);
CREATE TRIGGER wallet_pin_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_pin FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TABLE commit_pin (
  commit_id uuid PRIMARY KEY REFERENCES commit,
  business_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  usd_rate numeric NOT NULL CHECK (usd_rate > 0),
  mac bytea,
  refused text,
  pinned_at timestamptz NOT NULL,
  CHECK ((mac IS NULL) = (refused IS NOT NULL))
);
CREATE TRIGGER commit_pin_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commit_pin FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- What was there before wallets were committed: where payments already go, then the wallets of today, so that those are in force.
INSERT INTO wallet_commit (business_id, mode, chain, asset, address, created_at)
SELECT payment.business_id, payment.mode, commit.chain, commit.asset, recipient ->> 'address', min(commit.created_at)
  FROM commit JOIN payment ON payment.commit_id = commit.id, jsonb_array_elements(commit.recipients) AS recipient
  WHERE recipient ->> 'role' = 'merchant'
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 6;
INSERT INTO wallet_commit (business_id, mode, chain, asset, address, created_at)
SELECT business.id, business.mode, regexp_replace(wallet.key, '^.*_', ''), wallet.key, wallet.value, business.updated_at
  FROM business, jsonb_each_text(business.wallets) AS wallet ORDER BY business.created_at;
-- A token without a wallet of its own goes to the chain's: what was derived above ends where the business names none.
INSERT INTO wallet_commit (business_id, mode, chain, asset, address, created_at)
SELECT DISTINCT former.business_id, former.mode, former.chain, former.asset, NULL::text, business.updated_at
  FROM wallet_commit former JOIN business ON business.id = former.business_id
  WHERE NOT business.wallets ? former.asset;

-- custody: how much the signer has let leave of an asset in each hour, in US cents
CREATE TABLE payout_velocity (
  asset text NOT NULL,
  hour timestamptz NOT NULL,
  usd_cents numeric(78, 0) NOT NULL CHECK (usd_cents >= 0),
  PRIMARY KEY (asset, hour)
);
-- custody: operators' words that one payout may leave although it is above the caps
CREATE TABLE payout_release (
  intent_id uuid NOT NULL REFERENCES spend_intent,
  operator text NOT NULL,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (intent_id, operator, units)
);
CREATE TRIGGER payout_release_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_release FOR EACH STATEMENT EXECUTE FUNCTION append_only();
-- custody: what the policy has said about payouts; each row holds the hash of the one before
CREATE TABLE policy_decision (
  id uuid PRIMARY KEY,
  chain_name text NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 0),
  intent_id uuid,
  rule text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('allow', 'hold', 'deny')),
  facts jsonb NOT NULL,
  at timestamptz NOT NULL,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  UNIQUE (chain_name, seq),
  CHECK ((intent_id IS NULL) = (seq = 0))
);
CREATE INDEX policy_decision_intent ON policy_decision (intent_id, seq DESC);
CREATE TRIGGER policy_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON policy_decision FOR EACH STATEMENT EXECUTE FUNCTION append_only();
-- The first row says up to which attempt nothing was decided yet; every later attempt must have its decision.
INSERT INTO policy_decision (id, chain_name, seq, intent_id, rule, outcome, facts, at, prev_hash, hash)
SELECT id, 'signer', 0, NULL, 'start', 'allow', facts::jsonb, at, decode(repeat('00', 32), 'hex'),
    sha256(convert_to('["' || repeat('00', 32) || '","' || id || '","signer","0",null,"start","allow",' || facts || ',"'
      || to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"]', 'UTF8'))
  FROM (SELECT gen_random_uuid() AS id, date_trunc('milliseconds', now()) AS at,
    '{"attemptSeq":"' || coalesce((SELECT max(seq) FROM spend_attempt), 0) || '"}' AS facts) AS beginning;
