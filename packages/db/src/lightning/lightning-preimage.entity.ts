import { defineEntity, p } from '@mikro-orm/core'

const LightningPreimageSchema = defineEntity({
  name: 'LightningPreimage',
  tableName: 'lightning_preimage',
  properties: {
    paymentId: p.uuid().primary(),
    preimage: p.text(),
  },
})

/** The preimage of an invoice before it is paid, written before the node is asked for the invoice. Whoever knows it could take the money on its way. */
export class LightningPreimageEntity extends LightningPreimageSchema.class {}
LightningPreimageSchema.setClass(LightningPreimageEntity)
