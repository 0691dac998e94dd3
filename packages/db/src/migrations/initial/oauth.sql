-- Whom relying parties know a merchant as: random, the same at every one of them, never reused.
CREATE TABLE oauth_subject (
  merchant_id uuid PRIMARY KEY REFERENCES merchant,
  subject text NOT NULL UNIQUE CHECK (char_length(subject) BETWEEN 22 AND 64),
  created_at timestamptz NOT NULL
);

CREATE TABLE oauth_client (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  -- What the client sends: letters, digits, `-` and `_`.
  client_id text NOT NULL UNIQUE CHECK (client_id ~ '^[A-Za-z0-9_-]{16,64}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  description text,
  redirect_uris text[] NOT NULL CHECK (cardinality(redirect_uris) BETWEEN 1 AND 10),
  post_logout_redirect_uris text[] NOT NULL CHECK (cardinality(post_logout_redirect_uris) <= 10),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['openid', 'email', 'profile', 'payments'] AND cardinality(scopes) > 0),
  -- An app or a single page, which can keep no secret.
  is_public boolean NOT NULL,
  secret_digest bytea CHECK (octet_length(secret_digest) = 32),
  -- The secret before the current one, which still counts for a while.
  previous_secret_digest bytea CHECK (octet_length(previous_secret_digest) = 32),
  previous_valid_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (is_public = (secret_digest IS NULL)),
  CHECK ((previous_secret_digest IS NULL) = (previous_valid_until IS NULL)),
  CHECK (NOT is_public OR previous_secret_digest IS NULL)
);
CREATE INDEX oauth_client_merchant ON oauth_client (merchant_id, created_at DESC, id DESC);

-- Sets of scopes that a merchant has once given a client; a request within one of them is not asked again.
CREATE TABLE oauth_consent (
  merchant_id uuid NOT NULL REFERENCES merchant,
  client_id text NOT NULL REFERENCES oauth_client (client_id) ON DELETE CASCADE,
  -- In alphabetical order.
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, client_id, scopes)
);
CREATE INDEX oauth_consent_client ON oauth_consent (client_id);

-- What one sign-in gave one client; its tokens end with its row.
CREATE TABLE oauth_grant (
  id text PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  client_id text NOT NULL REFERENCES oauth_client (client_id) ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  scopes text[] NOT NULL,
  payload jsonb NOT NULL,
  signed_in_at timestamptz NOT NULL,
  -- Null until its code is exchanged.
  last_used_at timestamptz,
  expires_at timestamptz NOT NULL CHECK (expires_at > signed_in_at)
);
CREATE INDEX oauth_grant_merchant ON oauth_grant (merchant_id, client_id);
CREATE INDEX oauth_grant_client ON oauth_grant (client_id);
CREATE INDEX oauth_grant_age ON oauth_grant (expires_at);

-- Codes, tokens, browser sessions and interactions by the SHA-256 of what their holder shows; no payload holds it in clear.
CREATE TABLE oauth_artifact (
  model text NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  grant_id text REFERENCES oauth_grant ON DELETE CASCADE,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When it was used; of several uses at once one succeeds.
  consumed_at timestamptz,
  -- Of a refresh token that was replaced: its successor, sealed, and the digest of that.
  sealed_successor bytea,
  successor_digest bytea CHECK (octet_length(successor_digest) = 32),
  PRIMARY KEY (model, digest),
  CHECK ((sealed_successor IS NULL) OR (successor_digest IS NOT NULL AND consumed_at IS NOT NULL))
);
CREATE INDEX oauth_artifact_grant ON oauth_artifact (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_artifact_age ON oauth_artifact (expires_at);
CREATE INDEX oauth_artifact_successor ON oauth_artifact (consumed_at) WHERE sealed_successor IS NOT NULL;

-- Keys that sign ID tokens (RS256). Private parts are sealed with a key of the api.
CREATE TABLE oauth_key (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  sealed_private bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('next', 'current', 'retired')),
  created_at timestamptz NOT NULL,
  -- When its last token has expired.
  retired_until timestamptz,
  CHECK ((state = 'retired') = (retired_until IS NOT NULL))
);
CREATE UNIQUE INDEX oauth_key_one_each ON oauth_key (state) WHERE state <> 'retired';
