import type { Alert } from './alert.ts'

/** Alerts about prices. */
export const rateAlerts: readonly Alert[] = [
  {
    name: 'RatesStale',
    metric: 'rate_board_age_seconds',
    expr: 'min(rate_board_age_seconds) > 90',
    holds: '1m',
    severity: 'page',
    meaning: 'No two sources have agreed on any price for more than a minute; payments are refused with `RATE_UNAVAILABLE`.',
    step: 'Check that a process with the role rates runs and reaches the internet; the table `rate_source` says how each source fails.',
  },
  {
    name: 'RateHeld',
    metric: 'rates_held',
    expr: 'max(rates_held{needs="operator"}) > 0',
    holds: '0m',
    severity: 'page',
    meaning:
      'A price has moved by more than half, or the central bank’s by more than a tenth. No payment is priced in that pair until an operator confirms the price.',
    step: '`npm run operator -- rates` names it. Compare with a source of your own choice, then `npm run operator -- confirm-rate <pair> <price>`.',
    area: 'rates',
  },
  {
    name: 'RateSourcesFew',
    metric: 'rate_source_failures',
    expr: 'sum(rate_source_failures{source!="ecb"} < bool 3) < 3',
    holds: '5m',
    severity: 'ticket',
    meaning: 'Fewer than three price sources answer; one more failure and there is no price.',
    step: 'The column `problem` of the table `rate_source` names the problem of each; `RATES_…_URL` can point elsewhere.',
  },
  {
    name: 'RateSourceDown',
    metric: 'rate_source_failures',
    expr: 'max by (source) (rate_source_failures) >= 3',
    holds: '15m',
    severity: 'ticket',
    meaning:
      'A price source fails again and again. Prices are formed without it; without the central bank, currencies other than the dollar end after four days.',
    step: 'As RateSourcesFew. The word `off` switches off a source that no longer exists.',
  },
]
