CREATE TABLE merchant (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  name text,
  created_at timestamptz NOT NULL,
  email_verified_at timestamptz,
  -- Since then the merchant also acts as an operator.
  operator_since timestamptz
);

CREATE TABLE session (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  opened_in text NOT NULL CHECK (opened_in IN ('portal', 'api', 'terminal')),
  browser text NOT NULL,
  -- When password, code or passkey was last given in it.
  confirmed_at timestamptz NOT NULL,
  second_factor boolean NOT NULL
);
CREATE INDEX session_merchant ON session (merchant_id);
CREATE INDEX session_live ON session (merchant_id, created_at DESC) WHERE revoked_at IS NULL;

-- The operator a session acts for: one that is live, was opened with a second factor by an account that is an operator, and, where a browser holds
-- it, was confirmed within five minutes. By the clock of the server, which no caller can set.
CREATE FUNCTION operator_of(session_id uuid) RETURNS uuid STABLE STRICT
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT merchant.id FROM public.session JOIN public.merchant ON merchant.id = session.merchant_id
    WHERE session.id = session_id AND merchant.operator_since IS NOT NULL AND session.second_factor
      AND session.revoked_at IS NULL AND session.expires_at > now()
      AND (session.opened_in = 'terminal' OR (session.opened_in = 'portal' AND session.confirmed_at > now() - interval '5 minutes'))
$$;
REVOKE ALL ON FUNCTION operator_of(uuid) FROM PUBLIC;

-- Second factors. A credential of WebAuthn opens accounts of its own, too.
CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Never falls: a copy of the authenticator would show.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_merchant ON passkey (merchant_id, created_at);

-- The secret is sealed with a key of the api. A code of `last_step` or before opens nothing again.
CREATE TABLE totp_factor (
  merchant_id uuid PRIMARY KEY REFERENCES merchant,
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_step int CHECK (last_step > 0)
);

CREATE TABLE recovery_code (
  merchant_id uuid NOT NULL REFERENCES merchant,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (merchant_id, digest)
);

-- What continues a sign-in, a confirmation or an enrolment, once within minutes; nobody is named before a passkey signs in.
CREATE TABLE sign_in_ticket (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  purpose text NOT NULL CHECK (purpose IN ('second_factor', 'passkey', 'confirm', 'register')),
  merchant_id uuid REFERENCES merchant,
  session_id uuid REFERENCES session,
  challenge text,
  attempts int NOT NULL CHECK (attempts BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz,
  CHECK ((merchant_id IS NULL) = (purpose = 'passkey')),
  CHECK ((session_id IS NOT NULL) = (purpose IN ('confirm', 'register')))
);
CREATE INDEX sign_in_ticket_merchant ON sign_in_ticket (merchant_id);
CREATE INDEX sign_in_ticket_age ON sign_in_ticket (expires_at);

-- Links in e-mails; their secret is stored as a digest and opens once.
CREATE TABLE email_token (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  merchant_id uuid NOT NULL REFERENCES merchant,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz
);
CREATE INDEX email_token_merchant ON email_token (merchant_id);

-- E-mails to merchants and payers, sealed to the role that sends them; the text of one that was sent or given up is not kept.
CREATE TABLE email (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  kind text NOT NULL,
  -- The digest of its recipient, and the business in whose name; null where it counts in no limit.
  recipient bytea CHECK (octet_length(recipient) = 32),
  business_id uuid,
  sealed bytea,
  created_at timestamptz NOT NULL,
  -- When it is tried first: one that is written in advance is later than its row.
  due_at timestamptz NOT NULL CHECK (due_at >= created_at),
  useful_until timestamptz NOT NULL,
  -- The escrow it is about, and the state in which alone it is sent; no state where it is always sent.
  escrow_id uuid,
  escrow_state text,
  next_attempt_at timestamptz NOT NULL,
  attempts int NOT NULL CHECK (attempts >= 0),
  last_problem text,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- Why it was not sent.
  unsent_reason text CHECK (unsent_reason IN ('sender_unverified', 'recipient_limit', 'business_limit', 'account_limit', 'address_refused',
    'content_refused', 'not_needed', 'too_late', 'unreadable')),
  CHECK ((sealed IS NULL) = (sent_at IS NOT NULL OR given_up_at IS NOT NULL)),
  CHECK ((given_up_at IS NULL) = (unsent_reason IS NULL)),
  CHECK (escrow_id IS NOT NULL OR escrow_state IS NULL),
  CHECK (recipient IS NOT NULL OR business_id IS NULL)
);
CREATE INDEX email_due ON email (next_attempt_at) WHERE sealed IS NOT NULL;
-- What counts in the limits of a day.
CREATE INDEX email_recipient ON email (recipient, due_at) WHERE recipient IS NOT NULL;
CREATE INDEX email_business ON email (business_id, due_at) WHERE business_id IS NOT NULL;
CREATE INDEX email_merchant ON email (merchant_id, due_at) WHERE business_id IS NOT NULL;
CREATE INDEX email_escrow ON email (escrow_id) WHERE escrow_id IS NOT NULL;

-- Addresses that a mail server has refused for good, by their SHA-256.
CREATE TABLE refused_address (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  refused_at timestamptz NOT NULL
);

-- Attempts at a password, by account or address, counted until one succeeds.
CREATE TABLE throttle (
  subject text PRIMARY KEY,
  count int NOT NULL CHECK (count >= 0),
  streak int NOT NULL CHECK (streak >= 0),
  restarts_at timestamptz NOT NULL,
  blocked_until timestamptz
);
CREATE INDEX throttle_age ON throttle (restarts_at);

-- Which merchant or operator decided what.
CREATE TABLE audit_entry (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject_id text NOT NULL,
  details jsonb NOT NULL,
  -- Whom it concerns; none where a decision is about the whole service. `audit_entry_owned` writes both.
  merchant_id uuid,
  business_id uuid
);
CREATE INDEX audit_entry_subject ON audit_entry (subject_id, at);
CREATE INDEX audit_entry_merchant ON audit_entry (merchant_id, at DESC, id DESC) WHERE merchant_id IS NOT NULL;
CREATE INDEX audit_entry_business ON audit_entry (business_id, at DESC, id DESC) WHERE business_id IS NOT NULL;
-- What operators, payers and the system decided.
CREATE INDEX audit_entry_others ON audit_entry (at DESC, id DESC) WHERE NOT (starts_with(actor, 'merchant:') OR starts_with(actor, 'key:'));
-- Addresses that operators withdrew; few, however much is decided.
CREATE INDEX audit_entry_withdrawn ON audit_entry (at) WHERE action = 'payment.withdraw_address';
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- The owner of an entry follows from what it is about, so that no writer can forget it: a payment, a refund or a business, a key that names its
-- business, or the account itself.
CREATE FUNCTION audit_entry_owned() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  uuid_form CONSTANT text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  subject CONSTANT uuid := CASE WHEN NEW.subject_id ~ uuid_form THEN NEW.subject_id END;
  named CONSTANT uuid := CASE WHEN NEW.details ->> 'businessId' ~ uuid_form THEN NEW.details ->> 'businessId' END;
BEGIN
  NEW.business_id := coalesce(
    (SELECT payment.business_id FROM public.payment WHERE payment.id = subject),
    (SELECT refund.business_id FROM public.refund WHERE refund.id = subject),
    (SELECT business.id FROM public.business WHERE business.id IN (subject, named) LIMIT 1));
  NEW.merchant_id := coalesce(
    (SELECT business.merchant_id FROM public.business WHERE business.id = NEW.business_id),
    (SELECT merchant.id FROM public.merchant WHERE merchant.id = subject),
    (SELECT oauth_client.merchant_id FROM public.oauth_client WHERE oauth_client.id = subject));
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entry_owned BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_owned();
