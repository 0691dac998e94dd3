-- accounts: whether somebody reads the address, and what is sent there
ALTER TABLE merchant ADD COLUMN email_verified_at timestamptz;

-- accounts: links in letters; their secret stands here as a digest and opens once
CREATE TABLE email_link (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  merchant_id uuid NOT NULL REFERENCES merchant,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz
);
CREATE INDEX email_link_merchant ON email_link (merchant_id);

-- accounts: letters to merchants, sealed to the role that sends them; what has been sent or given up is not kept
CREATE TABLE letter (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  kind text NOT NULL,
  sealed bytea,
  created_at timestamptz NOT NULL,
  useful_until timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  attempts int NOT NULL CHECK (attempts >= 0),
  last_problem text,
  sent_at timestamptz,
  given_up_at timestamptz,
  CHECK ((sealed IS NULL) = (sent_at IS NOT NULL OR given_up_at IS NOT NULL))
);
CREATE INDEX letter_due ON letter (next_attempt_at) WHERE sealed IS NOT NULL;

-- accounts: attempts that are counted until they turn out well
CREATE TABLE throttle (
  subject text PRIMARY KEY,
  count int NOT NULL CHECK (count >= 0),
  streak int NOT NULL CHECK (streak >= 0),
  restarts_at timestamptz NOT NULL,
  blocked_until timestamptz
);
CREATE INDEX throttle_age ON throttle (restarts_at);
CREATE INDEX session_live ON session (merchant_id, created_at DESC) WHERE revoked_at IS NULL;
