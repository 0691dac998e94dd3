import type { Alert } from './alert.ts'

/** Alerts about the Lightning node and the sends of wallets; a pause of them is among the pauses. */
export const lightningAlerts: readonly Alert[] = [
  {
    name: 'LightningNodeAway',
    metric: 'lightning_node_unread_seconds',
    expr: 'max(lightning_node_unread_seconds) > 120',
    holds: '1m',
    severity: 'page',
    meaning:
      'The Lightning node has not answered for two minutes: no invoice is created, what was paid is credited late, and nothing is sent. Nothing is lost.',
    step: 'Look at LND and its log; it has to run, be unlocked and in step with its Bitcoin node. Then at the log of the role chain, which names what the node answers.',
    area: 'lightning',
  },
  {
    name: 'LightningAboveCap',
    metric: 'lightning_above_cap_sats',
    expr: 'max(lightning_above_cap_sats) > 0',
    holds: '5m',
    severity: 'ticket',
    meaning: 'The Lightning node holds more than `LIGHTNING_HOT_BALANCE_SATS`; sends are held while that is so of its local balance.',
    step: 'Move the rest to cold storage: close a channel, or pay it out over the chain. See docs/operations/lightning.md.',
    area: 'lightning',
  },
  {
    name: 'LightningSendsPaused',
    metric: 'lightning_sends_held',
    expr: 'max(lightning_sends_held{reason="paused"}) > 0',
    holds: '5m',
    severity: 'page',
    meaning: 'A pause, or the file that `LIGHTNING_PAUSE_FILE` names, keeps booked sends from leaving; their money stays reserved.',
    step: '`npm run operator -- pauses` says who paused it and why; without a row it is the file. Lift it once the reason is gone.',
    area: 'pauses',
  },
  {
    name: 'LightningSendsLimited',
    metric: 'lightning_sends_held',
    expr: 'max(lightning_sends_held{reason="limit"}) > 0',
    holds: '30m',
    severity: 'ticket',
    meaning: 'A limit keeps booked sends from leaving. They go on by themselves, and fail once their invoice has expired.',
    step: 'The operator area names the limit of each. Raise it in the settings of the role lightning, or wait. See docs/operations/lightning.md.',
    area: 'lightning',
  },
  {
    name: 'LightningSendPending',
    metric: 'lightning_send_oldest_age_seconds',
    expr: 'max(lightning_send_oldest_age_seconds) > 3600',
    holds: '5m',
    severity: 'ticket',
    meaning:
      'A Lightning send has had no end for an hour: most likely its payee holds it. Amount and reserve stay set aside until the node has proven an end.',
    step: 'The operator area shows what the node answered last; docs/operations/lightning.md says what each answer means. Never decide one by hand.',
    area: 'lightning',
  },
]
