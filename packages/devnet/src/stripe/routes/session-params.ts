import { z } from 'zod'
import { boolean, integer, listParams, metadata, naturalNumber, nested, pageUrl, params, positiveInteger, text } from '../wire/params.ts'
import { described } from './described.ts'

/** Locales of the hosted page. */
const locales =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  )

const productData = nested({
  description: text().optional(),
  images: z.array(pageUrl).max(8).optional(),
  metadata: metadata.optional(),
  name: text(),
  tax_code: text().optional(),
  unit_label: text(12).optional(),
})

const priceData = nested({
  currency: text(3),
  product_data: productData,
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  unit_amount: naturalNumber,
})

const lineItem = nested({ metadata: metadata.optional(), price_data: priceData, quantity: positiveInteger })

const paymentIntentData = nested({
  ...described,
  application_fee_amount: positiveInteger.optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  metadata: metadata.optional(),
})

const message = nested({ message: text(1_200) }).optional()

/** Parameters of `POST /v1/checkout/sessions`, for payments on the hosted page. */
export const SessionCreateParams = params({
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: pageUrl.optional(),
  client_reference_id: text(200).optional(),
  currency: text(3).optional(),
  custom_text: nested({ after_submit: message, submit: message }).optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text(800).optional(),
  expires_at: integer.optional(),
  line_items: z.array(lineItem).min(1).max(100),
  locale: z.enum(locales).optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment']),
  payment_intent_data: paymentIntentData.optional(),
  phone_number_collection: nested({ enabled: boolean }).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  success_url: pageUrl,
  ui_mode: z.enum(['hosted_page']).optional(),
})

/** Parameters of `GET /v1/checkout/sessions`. */
export const SessionListParams = listParams({
  payment_intent: text().optional(),
  status: z.enum(['complete', 'expired', 'open']).optional(),
})
