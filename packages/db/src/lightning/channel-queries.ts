import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { LightningChannelEntity } from './lightning-channel.entity.ts'

/** Puts the channels of the node in the place of those that were stored, in the caller's transaction. */
export async function replaceChannels(em: Em, { channels }: { channels: readonly LightningChannelEntity[] }): Promise<void> {
  await tables(em).deleteFrom('lightning_channel').execute()
  if (channels.length === 0) return
  await tables(em)
    .insertInto('lightning_channel')
    .values([...channels])
    .execute()
}

/** The channels of the node as they were stored last, the largest first. */
export const listChannels = (em: Em, { most }: { most: number }): Promise<LightningChannelEntity[]> =>
  tables(em).selectFrom('lightning_channel').selectAll().orderBy('capacitySats', 'desc').orderBy('channelPoint').limit(most).execute()
