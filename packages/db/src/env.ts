import { z } from 'zod'

/** Settings of the database connection. */
export const DatabaseEnv = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).meta({
    description:
      'Postgres 15 or newer. A process logs in as the user of its role, gw_<role>, whatever user stands here; only migrations use it.',
    example: 'postgres://127.0.0.1:5432/gateway',
  }),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .meta({ description: 'Connections of each role of this process.', example: 10 }),
})
