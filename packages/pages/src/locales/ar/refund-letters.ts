import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`يعيد إليك ${merchant} دفعتك ويدفع الاسترداد من محفظته الخاصة.`,
  reason: 'السبب',
  value: 'القيمة',
  networkFee: 'رسوم الشبكة',
  feeOfMerchant: ({ merchant }) => say`يدفعها ${merchant}`,
  paidByMerchant: ({ merchant }) => say`من ${merchant}، من محفظته الخاصة`,
  named: {
    subject: ({ merchant, amount }) => `${merchant}: نعيد إليك ${amount}`,
    preheader: 'تعرض الصفحة العنوان الذي يُدفع إليه، ومتى وصل المبلغ.',
    title: ({ merchant, amount }) => say`يعيد إليك ${merchant} ${amount}`,
    compare: ({ merchant }) =>
      say`ذكر ${merchant} العنوان الذي يُدفع إليه. قارنه في الصفحة بمحفظتك؛ وإذا لم يكن لك، فأبلغ ${merchant} فورًا.`,
    button: 'عرض الاسترداد',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant}: أُعيد إليك ${amount}`,
    preheader: 'أكدته الشبكة نهائيًا.',
    title: ({ amount }) => say`أُعيد إليك ${amount}`,
    help: ({ merchant }) => say`دفعه ${merchant} إلى عنوانك، وأكدته الشبكة نهائيًا. لا يلزمك فعل شيء.`,
    received: 'استلمت',
  },
}
