CREATE TABLE chain_cursor (
  chain text PRIMARY KEY,
  network text NOT NULL,
  height int NOT NULL,
  hash text NOT NULL,
  head_height int NOT NULL,
  finalized_height int,
  lease uuid,
  leased_at timestamptz,
  caught_up_at timestamptz,
  known_until timestamptz,
  fees jsonb,
  fees_at timestamptz,
  problem text,
  problem_since timestamptz,
  updated_at timestamptz NOT NULL,
  -- How many blocks in a row were taken back, and when two or more were last.
  taken_back int NOT NULL DEFAULT 0,
  reorganised_at timestamptz,
  -- Since when the chain calls its last final block final.
  finalized_since timestamptz,
  -- The highest block that the chain ever called final. A node that says nothing for a while does not make it forget.
  finalized_highest int,
  -- What was called final when the newest block was read, by which its deposits were assessed; the tag moves without a block too.
  final_when_read int
);

CREATE TABLE chain_block (
  chain text NOT NULL,
  height int NOT NULL,
  hash text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (chain, height)
);

CREATE TABLE refused_node (
  chain text PRIMARY KEY,
  reason text NOT NULL,
  since timestamptz NOT NULL
);

CREATE TABLE watched_address (
  chain text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  PRIMARY KEY (chain, address)
);

-- Deposits

CREATE TABLE deposit (
  id text PRIMARY KEY,
  chain text NOT NULL,
  -- The index of a log counts through its block, so a token transfer that a reorganisation mined again would be another deposit. It is named
  -- after its transaction, token, receiver and number among those.
  ref text NOT NULL,
  tx_id text NOT NULL,
  -- The number of its output in the transaction, where it is one.
  vout integer CHECK (ref = tx_id || ':' || vout),
  -- Found by a balance, or by a flush that paid out more than was known.
  untraced boolean NOT NULL DEFAULT false,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  asset text,
  token text,
  -- The account that holds the tokens, where they lie in accounts of their own.
  token_account text,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  state text NOT NULL CHECK (state IN ('seen', 'included', 'gone')),
  height int,
  block_hash text,
  tx_place int,
  log_place int,
  arrived_at timestamptz NOT NULL,
  gone_at timestamptz,
  replaced boolean NOT NULL DEFAULT false,
  reorged boolean NOT NULL DEFAULT false,
  dead boolean NOT NULL DEFAULT false,
  matures_at int,
  -- The revision of its credit in the ledger, which is how often it was orphaned before; null until it is credited.
  credit_revision integer CHECK (credit_revision >= 0),
  intent_id uuid REFERENCES spend_intent,
  -- The account that holds a credited deposit until it is on its way.
  held_in text NOT NULL DEFAULT 'payment:held' CHECK (held_in IN ('payment:held', 'escrow:held', 'suspense:late',
    'suspense:wrong_asset', 'suspense:excess')),
  -- Confirmations that the chain itself asks for before a deposit can be spent.
  least_confirmations int NOT NULL DEFAULT 0 CHECK (least_confirmations >= 0),
  -- A replacement has the arrival of the deposit that it replaces.
  inherited_arrival timestamptz,
  UNIQUE (chain, ref),
  CHECK ((state = 'included') = (height IS NOT NULL)),
  -- What is no output is not named by its place among the logs of its block, which differs in another block.
  CONSTRAINT deposit_ref_lasts CHECK (vout IS NOT NULL OR ref <> tx_id || ':' || log_place)
);
-- The first deposits of an object are read without the others.
CREATE INDEX deposit_subject ON deposit (subject, subject_id, arrived_at, id);
-- The deposit that a replacement replaces is found by its transaction, and one that is spent by its output.
CREATE INDEX deposit_tx ON deposit (chain, tx_id, vout);
CREATE INDEX deposit_maturing ON deposit (chain, matures_at) WHERE state = 'included' AND credit_revision IS NULL;
CREATE INDEX deposit_matured ON deposit (chain, matures_at) WHERE state = 'included' AND credit_revision IS NOT NULL;
CREATE INDEX deposit_unconfirmed ON deposit (chain) WHERE state = 'seen';
-- Deposits that wait for the ledger; few, however many there were.
CREATE INDEX deposit_uncredited ON deposit (chain, height) WHERE state = 'included' AND credit_revision IS NULL AND asset IS NOT NULL;
CREATE INDEX deposit_gone ON deposit (chain, gone_at) WHERE state = 'gone' AND NOT dead;
CREATE INDEX deposit_block ON deposit (chain, height) WHERE state = 'included';
CREATE INDEX deposit_intent ON deposit (intent_id) WHERE intent_id IS NOT NULL;
-- Held funds, by asset for the invariants and by payment for the sweep.
CREATE INDEX deposit_untaken ON deposit (asset) WHERE credit_revision IS NOT NULL AND intent_id IS NULL;
CREATE INDEX deposit_untaken_subject ON deposit (subject_id) WHERE subject = 'payment' AND credit_revision IS NOT NULL AND intent_id IS NULL;
CREATE INDEX deposit_untaken_invoice ON deposit (subject_id) WHERE subject = 'invoice' AND credit_revision IS NOT NULL AND intent_id IS NULL;
CREATE INDEX deposit_untaken_escrow ON deposit (subject_id) WHERE subject = 'escrow' AND credit_revision IS NOT NULL AND intent_id IS NULL;
-- Money that a reorganisation took and that is not in the ledger again; rare, so the index is small.
CREATE INDEX deposit_reorged ON deposit (subject_id) WHERE reorged AND (state <> 'included' OR credit_revision IS NULL);
-- Deposits that are proven dead and that a payout still counts on; rare, so the index is small.
CREATE INDEX deposit_lost ON deposit (chain) WHERE dead AND intent_id IS NOT NULL;
-- Unsupported tokens.
CREATE INDEX deposit_unserved ON deposit (arrived_at) WHERE asset IS NULL;
-- The role that plans takes a deposit once. Only a role that writes deposits may give one to another payout: a final flush, by a third party too, can
-- prove that it paid out other deposits than were planned.
CREATE TRIGGER deposit_taken_once BEFORE UPDATE OF intent_id ON deposit FOR EACH ROW
  WHEN (OLD.intent_id IS NOT NULL AND NEW.intent_id IS DISTINCT FROM OLD.intent_id AND NOT has_table_privilege('deposit', 'INSERT'))
  EXECUTE FUNCTION said_once('which payout takes a deposit');

-- What the transaction of a deposit consumes, and at which height another one consumed it.
CREATE TABLE deposit_input (
  chain text NOT NULL,
  -- The transaction whose output it is, or the sender.
  resource text NOT NULL,
  -- The number of the output, or the nonce.
  sequence bigint NOT NULL CHECK (sequence >= 0),
  tx_id text NOT NULL,
  rival_height int,
  PRIMARY KEY (chain, resource, sequence, tx_id)
);
CREATE INDEX deposit_input_tx ON deposit_input (chain, tx_id);
CREATE INDEX deposit_input_rival ON deposit_input (chain, rival_height) WHERE rival_height IS NOT NULL;

-- Whose deposit was seen, and how much: after a reorganisation the same place of the chain can hold another payer's money.
CREATE TABLE observation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  deposit_id text NOT NULL REFERENCES deposit,
  kind text NOT NULL,
  height int,
  block_hash text,
  at timestamptz NOT NULL,
  subject_id text NOT NULL,
  asset text,
  units numeric(78, 0) NOT NULL,
  inherited_arrival timestamptz
);
CREATE INDEX observation_deposit ON observation (deposit_id, id);
CREATE INDEX observation_subject ON observation (subject_id);
CREATE TRIGGER observation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON observation FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- What left our addresses

-- Money that left a deposit address to the recipients of its payout terms, as a block shows it, whoever sent the transaction.
CREATE TABLE flush (
  chain text NOT NULL,
  ref text NOT NULL,
  tx_id text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  asset text NOT NULL,
  merchant_units numeric(78, 0) NOT NULL CHECK (merchant_units >= 0),
  fee_units numeric(78, 0) NOT NULL CHECK (fee_units >= 0),
  height int NOT NULL,
  block_hash text NOT NULL,
  tx_place int NOT NULL,
  log_place int NOT NULL,
  intent_id uuid UNIQUE REFERENCES spend_intent,
  problem text,
  -- When the ledger was last asked about a flush that it refuses.
  tried_at timestamptz,
  -- What the network took out of the deposits.
  network_fee_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (network_fee_units >= 0),
  -- The deposits whose outputs it spent; null for a contract, which pays out all that lies at its address.
  spent jsonb,
  -- The terms that it paid by; null for those of the address.
  payout_terms_id uuid REFERENCES payout_terms,
  PRIMARY KEY (chain, ref)
);
CREATE INDEX flush_unsettled ON flush (chain, height) WHERE intent_id IS NULL AND problem IS NULL;
CREATE INDEX flush_subject ON flush (subject_id, asset, height);
-- A merchant looks a payment up by the transaction that has paid it out, whoever sent that.
CREATE INDEX flush_tx ON flush (tx_id);
CREATE INDEX flush_block ON flush (chain, height);
CREATE INDEX flush_refused ON flush (chain) WHERE problem = 'refused_by_book';

-- What the factory of escrow contracts has recorded for an address of ours, whoever settled it. It happens once; a reorganisation removes the row.
CREATE TABLE contract_outcome (
  chain text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  tx_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('release', 'refund')),
  exit text NOT NULL CHECK (exit IN ('signature', 'release_token', 'deadline', 'other_chain')),
  height int NOT NULL,
  -- Whether the room of the address knows it, which it does once the block is final.
  is_told boolean NOT NULL DEFAULT false,
  PRIMARY KEY (subject, subject_id, chain)
);
CREATE INDEX contract_outcome_block ON contract_outcome (chain, height);
CREATE INDEX contract_outcome_untold ON contract_outcome (chain, height) WHERE NOT is_told;

CREATE TABLE unsupported_token_flush (
  chain text NOT NULL,
  ref text NOT NULL,
  tx_id text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  token text NOT NULL,
  height int NOT NULL,
  tx_place int NOT NULL,
  log_place int NOT NULL,
  PRIMARY KEY (chain, ref)
);
CREATE INDEX unsupported_token_flush_subject ON unsupported_token_flush (subject_id, token);
CREATE INDEX unsupported_token_flush_block ON unsupported_token_flush (chain, height);

-- Coins of accounts that payouts are about to pay, as last read: an account with too few cannot be paid.
CREATE TABLE account_balance (
  chain text NOT NULL,
  address text NOT NULL,
  units numeric(78, 0) NOT NULL CHECK (units >= 0),
  read_at timestamptz NOT NULL,
  PRIMARY KEY (chain, address)
);

-- What arrived at the address of a payment on another chain than the payment's, where the address is the same deposit contract. It is in no ledger
-- and never counts for the payment. `chain` is where it lies.
CREATE TABLE wrong_chain_transfer (
  chain text NOT NULL,
  ref text NOT NULL,
  tx_id text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  asset text,
  token text,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  height int NOT NULL,
  tx_place int NOT NULL,
  log_place int NOT NULL,
  arrived_at timestamptz NOT NULL,
  PRIMARY KEY (chain, ref),
  CHECK (asset IS NOT NULL OR token IS NOT NULL)
);
CREATE INDEX wrong_chain_transfer_subject ON wrong_chain_transfer (subject_id);
CREATE INDEX wrong_chain_transfer_block ON wrong_chain_transfer (chain, height);

CREATE TABLE wrong_chain_flush (
  chain text NOT NULL,
  ref text NOT NULL,
  tx_id text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  asset text,
  token text,
  height int NOT NULL,
  tx_place int NOT NULL,
  log_place int NOT NULL,
  PRIMARY KEY (chain, ref)
);
CREATE INDEX wrong_chain_flush_subject ON wrong_chain_flush (subject_id);
CREATE INDEX wrong_chain_flush_block ON wrong_chain_flush (chain, height);

-- Transfers of a chain's own coin that the balance of their receiver does not prove: it grew by less in their block, or the node could not tell. They
-- are no deposits. A look at a final block, or a final flush, ends the wait: what is there counts, whatever the logs say.
CREATE TABLE unproven_transfer (
  chain text NOT NULL,
  ref text NOT NULL,
  tx_id text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  asset text NOT NULL,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  height int NOT NULL,
  block_hash text NOT NULL,
  tx_place int NOT NULL,
  log_place int NOT NULL,
  arrived_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('balance_unread', 'above_balance_gain')),
  -- Null while it waits.
  outcome text CHECK (outcome IN ('recorded', 'refuted')),
  ended_at timestamptz,
  PRIMARY KEY (chain, ref),
  CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE INDEX unproven_transfer_waiting ON unproven_transfer (chain, subject_id) WHERE outcome IS NULL;
CREATE INDEX unproven_transfer_refuted ON unproven_transfer (ended_at) WHERE outcome = 'refuted';
CREATE INDEX unproven_transfer_block ON unproven_transfer (chain, height);

CREATE TABLE outgoing_transaction (
  chain text NOT NULL,
  tx_id text NOT NULL,
  height int NOT NULL,
  block_hash text NOT NULL,
  committed_flush boolean NOT NULL,
  at timestamptz NOT NULL,
  -- Which nonce of which account of ours it has used, whoever has signed it.
  sender text,
  nonce bigint,
  PRIMARY KEY (chain, tx_id),
  CONSTRAINT outgoing_transaction_used CHECK ((sender IS NULL) = (nonce IS NULL))
);
CREATE INDEX outgoing_transaction_block ON outgoing_transaction (chain, height);
CREATE INDEX outgoing_transaction_age ON outgoing_transaction (at);
CREATE INDEX outgoing_transaction_nonce ON outgoing_transaction (chain, sender, nonce) WHERE sender IS NOT NULL;
