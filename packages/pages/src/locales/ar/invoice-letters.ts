import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ number, merchant, amount }) => `فاتورة ${number} من ${merchant}: ${amount}`,
    title: ({ number, amount }) => say`الفاتورة ${number} بمبلغ ${amount}`,
    help: ({ merchant }) => say`يرسل إليك ${merchant} هذه الفاتورة.`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}: الفاتورة ${number} لم تُدفع بالكامل بعد`,
    title: ({ number }) => say`الفاتورة ${number} لم تُدفع بالكامل بعد`,
    help: ({ amount, merchant }) => say`بقي دفع ${amount} إلى ${merchant}. إن كنت قد دفعت للتو فلا يلزمك شيء.`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}: تُستحق الفاتورة ${number} في ${due}`,
    title: ({ number, due }) => say`تُستحق الفاتورة ${number} في ${due}`,
    help: ({ amount, merchant }) => say`بقي دفع ${amount} إلى ${merchant}. إن كنت قد دفعت للتو فلا يلزمك شيء.`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}: تُستحق الفاتورة ${number} اليوم`,
    title: ({ number }) => say`تُستحق الفاتورة ${number} اليوم`,
    help: ({ amount, merchant }) => say`بقي دفع ${amount} إلى ${merchant}. إن كنت قد دفعت للتو فلا يلزمك شيء.`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}: كانت الفاتورة ${number} مستحقة في ${due}`,
    title: ({ number, due }) => say`كانت الفاتورة ${number} مستحقة في ${due}`,
    help: ({ amount, merchant }) => say`بقي دفع ${amount} إلى ${merchant}. لا يزال بإمكانك دفعها في صفحتها.`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}: دُفعت الفاتورة ${number}`,
    title: ({ number }) => say`شكرًا لك، دُفعت الفاتورة ${number}`,
    help: ({ merchant, amount }) => say`استلم ${merchant} مبلغ ${amount}. لم يعد هناك شيء مستحق.`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}: إشعار دائن ${creditNote} بمبلغ ${amount}`,
    title: ({ creditNote, amount }) => say`إشعار دائن ${creditNote} بمبلغ ${amount}`,
    help: ({ merchant, amount, number }) => say`يخصم ${merchant} مبلغ ${amount} من الفاتورة ${number}.`,
  },
  attached: 'المستند مرفق بصيغة PDF.',
  amount: 'المبلغ',
  due: 'تاريخ الاستحقاق',
  items: 'لقاء',
  from: 'من',
  pay: 'عرض ودفع',
  view: 'عرض الفاتورة',
  onlyThere: 'ادفع في تلك الصفحة وحدها',
  onlyThereHelp: ({ merchant }) => say`لا يرسل ${merchant} أبدًا عناوين محافظ أو بيانات مصرفية بالبريد. إن وصلك شيء منها فاسأل قبل أن تدفع.`,
  why: ({ merchant, to }) => say`وصلتك هذه الرسالة لأن ${merchant} أرسل فاتورة إلى ${to}.`,
}
