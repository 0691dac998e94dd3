import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const ChainBlockSchema = defineEntity({
  name: 'ChainBlock',
  tableName: 'chain_block',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    height: p.integer().primary(),
    hash: p.text(),
    at: p.datetime(),
  },
})

/** The ring of block hashes below the cursor, by which a reorganisation finds its common ancestor. */
export class ChainBlockEntity extends ChainBlockSchema.class {}
ChainBlockSchema.setClass(ChainBlockEntity)
