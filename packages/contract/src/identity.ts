import { actionCategories } from '@gateway/domain/identity/categories'
import type { Did } from '@gateway/domain/identity/did'
import type { Reputation, WindowFigures } from '@gateway/domain/identity/reputation'
import { z } from 'zod'
import { didName, DidView } from './identity/scalars.ts'
import { wireInput } from './wire/names.ts'
import { memberOf, view } from './wire/objects/view.ts'
import { presentTime, Time } from './wire/time.ts'

/** A DID named in the path. */
export const DidRef = wireInput(z.object({ did: didName('The DID, percent-encoded.') }))

/** The reputation of a DID, as it was computed. */
export interface SeenReputation {
  readonly did: Did
  readonly reputation: Reputation
  readonly computedAt: Date
  /** Rises with each change of the receipts of the DID; 0 without any. */
  readonly version: bigint
}

const part = (description: string, example: number) => z.number().meta({ description: `${description}, 0 to 100.`, example })
const count = (description: string, example = 0) => z.int().meta({ description, example })
const figure = (description: string, example = 0) => z.number().meta({ description, example })

const figures = memberOf<WindowFigures>()
const windowView = view(
  {
    task_count: figures(count('Transactions and tasks.', 3), 'taskCount'),
    accepted_count: figures(count('Of these, the accepted ones.', 3), 'acceptedCount'),
    accepted_rate: figures(figure('Accepted ones by all, 0 to 1; 0 without any.', 1), 'acceptedRate'),
    disputed_count: figures(count('Disputes.'), 'disputedCount'),
    dispute_rate: figures(figure('Disputes by transactions and tasks, 0 to 1; 0 without any.'), 'disputeRate'),
    total_volume: figures(figure('The transactions add up to this, in US dollars.', 1098), 'totalVolumeUsd'),
    avg_task_value: figures(figure('The mean transaction, in US dollars; 0 without any.', 549), 'averageUsd'),
    unique_buyers: figures(count('Counterparties of the transactions and tasks; unidentified payers are one.', 2), 'counterparties'),
    categories: figures(
      z.partialRecord(z.enum(actionCategories), z.int()).meta({
        description: 'How many receipts count of each category that has any.',
        example: { 'economic.transaction': 2, 'productivity.completion': 1 },
      }),
      ({ categories }) => ({ ...categories }),
    ),
  },
  { id: 'ReputationWindow', description: 'What receipts of some days add up to; only those that count.' },
)

const AntiGaming = z
  .object({
    flagged: z.boolean().meta({ description: 'There is a flag.', example: false }),
    flags: z.array(z.enum(['burst', 'low_diversity'])).meta({
      description:
        '`burst`: 50 receipts or more within an hour. `low_diversity`: more than 10 receipts, fewer counterparties than a tenth of them.',
      example: [],
    }),
    adjusted_weight: z.number().meta({ description: 'Every positive point is multiplied by it.', example: 1 }),
  })
  .meta({ description: 'What looks like gaming, and what it costs.' })

const its = memberOf<SeenReputation>()
/** The reputation and the trust profile of a DID: one answer for both. */
export const reputationView = view(
  {
    did: its(DidView, ({ did }) => did),
    score: its(
      part('The whole, as the published formula weighs the members of `trust_vector`', 45.3),
      ({ reputation }) => reputation.score,
    ),
    totalTasks: its(count('Transactions and tasks that count.', 3), ({ reputation }) => reputation.totalTasks),
    total_tasks: its(count('The same.', 3), ({ reputation }) => reputation.totalTasks),
    reputation: its(
      z
        .object({
          agent_did: DidView,
          windows: z.object({ last_30_days: windowView.schema, last_90_days: windowView.schema, all_time: windowView.schema }),
          anti_gaming: AntiGaming,
        })
        .meta({ description: 'What the receipts of some days add up to, and what looks like gaming.' }),
      ({ did, reputation: { windows, antiGaming } }) => ({
        agent_did: did,
        windows: {
          last_30_days: windowView.present(windows.last30Days),
          last_90_days: windowView.present(windows.last90Days),
          all_time: windowView.present(windows.allTime),
        },
        anti_gaming: {
          flagged: antiGaming.flags.length > 0,
          flags: [...antiGaming.flags],
          adjusted_weight: antiGaming.adjustedWeight,
        },
      }),
    ),
    trust_vector: its(
      z
        .object({
          E: part('Economic activity', 36.82),
          P: part('Productivity', 13.04),
          B: part('Behaviour', 46.52),
          D: part('Diversity of counterparties', 16.67),
          R: part('Recency', 100),
          A: part('Absence of anomalies', 100),
          C: part('Compliance', 80),
        })
        .meta({ id: 'TrustVector', description: 'Seven numbers from 0 to 100; more is better.' }),
      ({ reputation }) => ({ ...reputation.trustVector }),
    ),
    computed_at: its(Time.meta({ description: 'The clock of the formula: receipts count less as they age.' }), ({ computedAt }) =>
      presentTime(computedAt),
    ),
    version: its(
      z.int().meta({
        description:
          'It rises with each change of the receipts of the DID: those that were read between two answers with the same version are those of this score.',
        example: 3,
      }),
      ({ version }) => Number(version),
    ),
  },
  { id: 'Reputation', description: 'What the receipts of a DID add up to. Anybody can compute the same from its public receipts.' },
)
