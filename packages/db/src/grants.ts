import { type DatabaseRole, databaseRoles } from './roles.ts'
import type { Tables } from './tables.ts'

/** What some roles may do to a table, in the words of GRANT; a list of columns narrows it. */
interface Grant {
  readonly to: readonly DatabaseRole[]
  readonly may: string
}

/**
 * All but the role that asks the sources of prices, because what it cannot read no source can get out of it, and the one that opens the escrows of series,
 * which needs little.
 */
const everyone = ['api', 'payments', 'relay', 'chain', 'webhooks', 'processor', 'signer', 'operator', 'audit'] as const
/** Those that move payments on, each in the transaction of what it has learned. */
const advancing = ['payments', 'relay', 'chain', 'operator'] as const
/** Those that open escrows: they give addresses out and e-mail their links. */
const opening = ['api', 'series'] as const
/** Those that write events with their deliveries and messages. */
const announcing = [...opening, ...advancing, 'processor', 'signer'] as const
/** Those that post what they have learned of money. */
const posting = [...advancing, 'processor'] as const

/** What an endpoint's answers change, and what setting its URL forgets. */
const circuitColumns = 'circuit, failures, failed_delivery_id, fails_several, successes, pauses, turn_at, failing_since'

const readByAll: Grant = { to: everyone, may: 'SELECT' }
/** What an escrow of a series is made of. */
const readBySeries: Grant = { to: ['series'], may: 'SELECT' }
/** An INSERT that returns anything needs the right to read one column. */
const insertedBySeries: Grant = { to: ['series'], may: 'SELECT (id)' }
const insertedBy = (...to: readonly DatabaseRole[]): Grant => ({ to, may: 'INSERT' })

/**
 * Who may do what to which table; whatever is not here is refused by Postgres. `migrate` brings a database to this table.
 *
 * A row lock (FOR UPDATE, FOR SHARE) needs the right to update a column, so each role that locks has one. Nobody may DELETE or TRUNCATE the
 * rows of money movements and of the ledger, and no role may change the frozen terms of a payment.
 */
export const grants: Readonly<Record<keyof Tables, readonly Grant[]>> = {
  // accounts: credentials are the api's alone
  merchant: [
    // Only the owner of the schema makes operators; no role of the product can.
    {
      to: ['api'],
      may: 'SELECT, INSERT (id, email, password_hash, name, created_at, email_verified_at), UPDATE (password_hash, email_verified_at)',
    },
    { to: everyone, may: 'SELECT (id, email, name, created_at, email_verified_at)' },
    { to: ['series'], may: 'SELECT (id, email, email_verified_at)' },
  ],
  email_token: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (used_at)' }],
  throttle: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE, DELETE' }],
  // The text of an e-mail is sealed to the role that sends it; every role may see that one waits.
  email: [
    insertedBy(...opening, 'webhooks', 'processor', 'operator'),
    { to: ['series'], may: 'SELECT (merchant_id, recipient, business_id, due_at)' },
    { to: ['webhooks'], may: 'SELECT, UPDATE (sealed, next_attempt_at, attempts, last_problem, sent_at, given_up_at, unsent_reason)' },
    {
      to: everyone,
      may: `SELECT (id, merchant_id, kind, recipient, business_id, created_at, due_at, useful_until, escrow_id, escrow_state, next_attempt_at, attempts,
        last_problem, sent_at, given_up_at, unsent_reason)`,
    },
  ],
  // Who sends e-mails learns it; who queues them asks first.
  refused_address: [
    { to: [...opening, 'webhooks', 'processor', 'operator'], may: 'SELECT' },
    { to: ['webhooks'], may: 'INSERT, DELETE' },
    { to: ['operator'], may: 'DELETE' },
  ],
  passkey: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (name, counter, last_used_at), DELETE' }],
  totp_factor: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE, DELETE' }],
  recovery_code: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (used_at), DELETE' }],
  sign_in_ticket: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (challenge, attempts, used_at), DELETE' }],
  session: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE' }],
  api_key: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (last_used_at, revoked_at)' }],
  audit_entry: [readByAll, insertedBy('api', 'relay', 'chain', 'webhooks', 'signer', 'operator')],

  // businesses
  // Operators set the plan, which is announced.
  business: [
    readByAll,
    readBySeries,
    { to: ['api'], may: 'INSERT, UPDATE' },
    { to: ['operator'], may: 'UPDATE (plan, event_sequence, updated_at)' },
  ],
  // Written with changes of a business; the chain's reader adds whether an address is a contract.
  named_wallet: [readByAll, { to: ['chain'], may: 'UPDATE (is_contract)' }],
  // The sweep gives back what the signer has refused.
  // Whoever takes or pins an address asks; nobody but its chain's reader answers. The api forgets what is old.
  address_question: [
    readByAll,
    { to: ['api', 'signer'], may: 'INSERT (chain, address, asked_at), UPDATE (asked_at)' },
    { to: ['chain'], may: 'UPDATE (use, answered_at)' },
    { to: ['api'], may: 'DELETE' },
  ],
  usage_counter: [
    readByAll,
    { to: ['api'], may: 'INSERT, UPDATE (current)' },
    { to: ['relay', 'processor'], may: 'UPDATE (current, given_back)' },
  ],

  // rates
  quote: [readByAll, insertedBySeries, insertedBy(...opening, ...advancing)],
  // The role that talks to the sources writes prices, and knows of nothing else.
  rate_snapshot: [readByAll, readBySeries, { to: ['rates'], may: 'SELECT, INSERT, DELETE' }],
  rate_source: [readByAll, { to: ['rates'], may: 'SELECT, INSERT, UPDATE' }],
  rate_poll_lease: [readByAll, { to: ['rates'], may: 'SELECT, UPDATE' }],
  rate_confirmation: [readByAll, insertedBy('operator'), { to: ['rates'], may: 'SELECT' }],

  // ledger: a balance changes with its entries, which nobody can change
  account: [
    readByAll,
    { to: posting, may: 'INSERT, UPDATE (bal)' },
    // The signer locks what a merchant owes while it signs for it.
    { to: ['signer'], may: 'UPDATE (bal)' },
  ],
  transfer: [readByAll, insertedBy(...posting)],
  entry: [readByAll, insertedBy(...posting)],
  account_checkpoint: [readByAll, { to: ['relay'], may: 'INSERT, UPDATE (entry_id, bal)' }],
  invariant_run: [readByAll, { to: ['relay', 'chain'], may: 'INSERT, UPDATE' }],
  invariant_hit: [readByAll, { to: ['relay', 'chain'], may: 'INSERT, UPDATE, DELETE' }],

  // webhooks: only the api seals a secret, only the role that signs with it reads the seal
  webhook_endpoint: [
    {
      to: ['api'],
      may: `SELECT, INSERT, UPDATE (url, sealed_secret, previous_sealed_secret, previous_valid_until, events, disabled_at, disabled_reason, updated_at,
        ${circuitColumns})`,
    },
    { to: ['webhooks'], may: `SELECT, UPDATE (disabled_at, disabled_reason, updated_at, ${circuitColumns})` },
    { to: everyone, may: `SELECT (id, business_id, url, events, disabled_at, disabled_reason, created_at, updated_at, ${circuitColumns})` },
    { to: ['series'], may: 'SELECT (id, business_id, url, events, disabled_at)' },
  ],
  // Who writes an event stands it behind the one before it.
  event: [readByAll, { to: ['series'], may: 'SELECT (object_id, sequence, feed_xid)' }, insertedBy(...announcing)],
  delivery: [
    readByAll,
    insertedBySeries,
    insertedBy(...announcing),
    {
      to: ['webhooks'],
      may: 'UPDATE (state, attempts, next_attempt_at, leased_until, last_status_code, last_problem, last_duration_ms, delivered_at)',
    },
    // Sent again because its merchant asked; forgotten when it is old.
    { to: ['api'], may: 'UPDATE (state, attempts, earlier_attempts, next_attempt_at, delivered_at)' },
    { to: ['relay'], may: 'DELETE' },
  ],
  webhook_test: [
    readByAll,
    insertedBy('api'),
    { to: ['webhooks'], may: 'UPDATE (state, last_status_code, last_problem, last_duration_ms, started_at, ended_at)' },
    { to: ['relay'], may: 'DELETE' },
  ],

  // custody
  // Operators freeze where a payer wants money back.
  payout_terms: [readByAll, insertedBySeries, insertedBy(...opening, 'operator')],
  // Written by what changes a business, with its owner's rights.
  wallet_version: [readByAll],
  wallet_pin: [readByAll, insertedBy('signer')],
  payout_terms_pin: [readByAll, insertedBy('signer')],
  policy_decision: [readByAll, insertedBy('signer')],
  decision_count: [readByAll, { to: ['signer'], may: 'UPDATE (seq)' }],
  payout_velocity: [readByAll, { to: ['signer'], may: 'INSERT, UPDATE (usd_cents)' }],
  // Written by functions only, see `functionGrants`.
  approval: [readByAll],
  address_pool: [readByAll, readBySeries, insertedBy('signer'), { to: [...opening, 'signer'], may: 'UPDATE (claimed_by)' }],
  spend_intent: [
    readByAll,
    insertedBy(...advancing),
    { to: ['signer'], may: 'UPDATE (state, hold_reason, held_since, lead_id, updated_at)' },
    // The chain's reader writes the amounts really paid, and the parts of a deposit contract's leg when it was flushed.
    {
      to: ['chain'],
      may: 'UPDATE (state, hold_reason, held_since, amount, merchant_units, fee_units, network_fee_units, short_units, excess_units, posting, updated_at)',
    },
  ],
  spend_attempt: [
    readByAll,
    insertedBy('signer'),
    // The signer supersedes what it replaces, and says why it does not.
    { to: ['signer'], may: 'UPDATE (state, tried_height, stuck_reason, stuck_since, updated_at)' },
    {
      to: ['chain'],
      may: `UPDATE (state, fee, height, block_hash, succeeded, posting, proof, last_problem, sent_height, first_sent_height, tried_height, stuck_reason,
        stuck_since, updated_at)`,
    },
  ],
  attempt_input: [readByAll, insertedBy('signer')],
  nonce_slot: [readByAll, insertedBy('signer')],
  // What a recovery finds is written by the owner, who runs it.
  broadcast_high_water: [readByAll, { to: ['signer'], may: 'UPDATE' }],
  recovery: [readByAll, insertedBy('signer')],
  unattributed_payout: [readByAll],
  utxo_lock: [readByAll, insertedBy('signer'), { to: ['signer'], may: 'UPDATE (intent_id)' }],
  // Written by functions only, see `functionGrants`.
  pause: [readByAll],

  // chainwatch: the view of a chain is written by its reader
  chain_cursor: [readByAll, { to: ['series'], may: 'SELECT (chain, fees, fees_at)' }, { to: ['chain'], may: 'INSERT, UPDATE' }],
  chain_block: [readByAll, { to: ['chain'], may: 'INSERT, DELETE' }],
  refused_node: [readByAll, { to: ['chain'], may: 'INSERT, UPDATE (reason), DELETE' }],
  watched_address: [readByAll, { to: ['series'], may: 'SELECT (chain)' }, insertedBy(...opening, 'chain')],
  deposit: [
    readByAll,
    { to: ['chain'], may: 'INSERT, UPDATE' },
    { to: ['payments', 'relay', 'operator'], may: 'UPDATE (intent_id, held_in, credit_revision)' },
  ],
  deposit_input: [readByAll, { to: ['chain'], may: 'INSERT, UPDATE (rival_height)' }],
  observation: [readByAll, insertedBy('chain')],
  flush: [readByAll, { to: ['chain'], may: 'INSERT, UPDATE, DELETE' }],
  contract_outcome: [readByAll, { to: ['chain'], may: 'INSERT, UPDATE (is_told), DELETE' }],
  unsupported_token_flush: [readByAll, { to: ['chain'], may: 'INSERT, DELETE' }],
  unproven_transfer: [readByAll, { to: ['chain'], may: 'INSERT, UPDATE (outcome, ended_at), DELETE' }],
  account_balance: [readByAll, { to: ['chain'], may: 'INSERT, UPDATE' }],
  wrong_chain_transfer: [readByAll, { to: ['chain'], may: 'INSERT, DELETE' }],
  wrong_chain_flush: [readByAll, { to: ['chain'], may: 'INSERT, DELETE' }],
  outgoing_transaction: [readByAll, { to: ['chain'], may: 'INSERT, UPDATE, DELETE' }],

  // payments
  payment: [
    readByAll,
    insertedBy('api'),
    {
      to: [...advancing, 'signer'],
      may: `UPDATE (state, tolerance_units, late_verdict, late_quote_id, accepted_at, resolution, confirmations_required, finality_required,
        received_units, refunded_units, returning_units, included_height, exceptions, tx_id, forward_tx_id, platform_tx_id, fee_units, merchant_units, network_fee_units,
        event_sequence, state_version, shown_digest, updated_at, detected_at, confirmed_at, forwarded_at)`,
    },
  ],

  // The api writes what a merchant decided; who moves payments carries it out.
  held_decision: [readByAll, insertedBy('api'), { to: ['relay'], may: 'UPDATE (state, problem, ended_at, next_attempt_at, attempts)' }],

  // What payments are judged by; the api stores it and nobody changes it.
  payment_rules: [readByAll, insertedBy('api')],

  // The link is used by the public, without anybody's word; what money does with it is written by who moves money.
  refund: [
    readByAll,
    insertedBy('api', 'operator'),
    { to: ['api', 'operator'], may: 'UPDATE (state, address, payout_terms_id, claimed_at, usable_at, ended_at, end_reason)' },
    { to: ['relay', 'chain'], may: 'UPDATE (state, hold_reason, ended_at, end_reason)' },
  ],

  // escrows: the api writes what a party has decided by its token, and the signer pays only what it has proven for itself
  escrow: [
    readByAll,
    insertedBySeries,
    insertedBy(...opening),
    {
      to: ['api', ...advancing, 'signer'],
      may: `UPDATE (state, deposited_units, deposit_tx_id, settlement_tx_id, dispute_reason, dispute_resolution, event_sequence, state_version, updated_at,
        deadline_at, funded_at, disputed_at, released_at, refunded_at, settled_at)`,
    },
    { to: ['api'], may: 'UPDATE (depositor_address, address, contract, payout_terms_id)' },
    { to: ['signer'], may: 'UPDATE (decision)' },
  ],
  settlement: [readByAll, insertedBy('api', ...advancing)],
  escrow_event: [readByAll, insertedBySeries, insertedBy(...opening, ...advancing)],

  // cards: the api writes what is asked for; whoever calls the processor alone writes what it answered
  processor_account: [
    readByAll,
    insertedBy('api'),
    {
      to: ['processor'],
      may: `UPDATE (account_id, details_submitted, charges_enabled, payouts_enabled, requirements_due, requirements_deadline, disabled_reason, as_of,
        look_at, updated_at), DELETE`,
    },
  ],
  card_payment: [
    readByAll,
    insertedBy('api'),
    { to: ['api'], may: 'UPDATE (pending_minor, updated_at)' },
    {
      to: ['processor'],
      may: `UPDATE (state, expires_at, checkout_session_id, checkout_url, payment_intent_id, charge_id, application_fee_id, captured_minor, captured_at,
        refunded_minor, pending_minor, fee_returned_minor, hold_reason, look_at, event_sequence, updated_at)`,
    },
  ],
  card_escrow: [
    readByAll,
    insertedBy('api'),
    { to: ['api'], may: 'UPDATE (state, transferred_minor, release_reason, released_at, state_version, updated_at)' },
    {
      to: ['processor'],
      may: `UPDATE (state, transferred_minor, reversed_minor, processor_transfer_id, release_reason, released_at, refund_at, noticed_at, state_version,
        updated_at)`,
    },
  ],
  card_refund: [
    readByAll,
    insertedBy('api', 'processor'),
    { to: ['processor'], may: 'UPDATE (state, processor_refund_id, processor_status, failure, look_at, updated_at)' },
  ],
  card_dispute: [
    readByAll,
    {
      to: ['processor'],
      may: `INSERT, UPDATE (status, processor_status, phase, reason, amount_minor, evidence_due_at, has_evidence, submissions, as_of, updated_at)`,
    },
  ],
  card_payout: [readByAll, { to: ['processor'], may: 'INSERT, UPDATE (status, arrives_at, failure_code, as_of, updated_at)' }],
  processor_intent: [readByAll, insertedBy('api', 'processor'), { to: ['processor'], may: 'UPDATE (state, updated_at)' }],
  processor_attempt: [
    readByAll,
    insertedBy('processor'),
    { to: ['processor'], may: 'UPDATE (state, calls, first_called_at, try_at, last_problem, proof)' },
  ],
  processor_task: [
    readByAll,
    insertedBy('api', 'processor'),
    { to: ['processor'], may: 'UPDATE (state, calls, try_at, problem, answer, ended_at), DELETE' },
  ],
  processor_event: [readByAll, insertedBy('api'), { to: ['processor'], may: 'UPDATE (calls, try_at, outcome), DELETE' }],

  // series: the api creates them with their first child and carries commands out; later children are opened by a role of its own
  series: [
    readByAll,
    readBySeries,
    insertedBy('api'),
    { to: opening, may: 'UPDATE (state, next_charge_at, try_at, event_sequence, state_version, updated_at)' },
    { to: ['api'], may: 'UPDATE (amount_minor, interval, anchor_slot, anchor_local_time)' },
    { to: ['series'], may: 'UPDATE (periods_completed, latest_slot)' },
  ],
  series_period: [readByAll, { to: ['series'], may: 'SELECT (series_id)' }, insertedBy(...opening)],

  // kernel
  rate_window: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (count), DELETE' }],
  idempotency_record: [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (sealed), DELETE' }],
  outbox: [
    readByAll,
    insertedBySeries,
    insertedBy(...announcing),
    { to: ['api', 'relay'], may: 'UPDATE (available_at, attempts, last_problem), DELETE' },
  ],
  role_heartbeat: [
    readByAll,
    { to: ['payments', 'relay', 'chain', 'webhooks', 'processor', 'signer'], may: 'INSERT, UPDATE' },
    { to: ['rates', 'series'], may: 'SELECT, INSERT, UPDATE' },
  ],
  temporal_epoch: [readByAll, { to: ['relay'], may: 'INSERT, UPDATE' }],
}

/** Who may call which function that acts with the rights of the schema's owner. */
export const functionGrants: Readonly<Record<string, readonly DatabaseRole[]>> = {
  // Every role stops payouts; the one that audits only reads.
  pause_set: databaseRoles.filter((role) => role !== 'audit'),
  // The signer lifts what two operators have approved.
  pause_lift: ['signer'],
  // An operator decides with a session; the chain role reads blocks again for an operator.
  operator_of: ['operator', 'chain'],
  approve_as: ['operator'],
}
