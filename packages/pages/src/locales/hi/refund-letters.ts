import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} आपका भुगतान लौटा रहा है और धनवापसी अपने ही वॉलेट से भेजता है।`,
  reason: 'कारण',
  value: 'मूल्य',
  networkFee: 'नेटवर्क शुल्क',
  feeOfMerchant: ({ merchant }) => say`${merchant} देता है`,
  paidByMerchant: ({ merchant }) => say`${merchant} द्वारा, अपने वॉलेट से`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} आपको ${amount} लौटा रहा है`,
    preheader: 'पेज दिखाता है कि राशि किस पते पर भेजी जाती है और कब पहुँची।',
    title: ({ merchant, amount }) => say`${merchant} आपको ${amount} लौटा रहा है`,
    compare: ({ merchant }) =>
      say`जिस पते पर राशि भेजी जाती है, वह ${merchant} ने दिया है। पेज पर उसे अपने वॉलेट से मिलाएँ; यदि वह आपका नहीं है, तो तुरंत ${merchant} को बताएँ।`,
    button: 'धनवापसी देखें',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} ने आपको ${amount} लौटा दिए`,
    preheader: 'नेटवर्क ने इसकी अंतिम पुष्टि कर दी है।',
    title: ({ amount }) => say`आपको ${amount} लौटा दिए गए`,
    help: ({ merchant }) => say`${merchant} ने राशि आपके पते पर भेजी, और नेटवर्क ने इसकी अंतिम पुष्टि कर दी है। आपको कुछ नहीं करना है।`,
    received: 'आपको मिला',
  },
}
