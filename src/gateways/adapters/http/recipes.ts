/** Ready DSNs for known products: they are in the docs, and the conformance suite runs each of them. */
export const recipes = [
  {
    title: "Kannel (sendsms)",
    note:
      "Kannel returns no id: receipts are matched by our reference in the address. It does not sign calls; the address " +
      "contains our token. For replies set `get-url` of a `sms-service` to the gateway's receipt address with " +
      "`&from=%p&to=%P&text=%b&id=%I&time=%T`; replies in other than Latin script arrive intact only with the gateway `kannel`.",
    dsn:
      "http://USER:PASSWORD@127.0.0.1:13013/cgi-bin/sendsms?method=GET&type=query&from=13013" +
      "&body=username={username}%26password={password}%26from={from}%26to={to}%26text={text}%26charset=UTF-8%26coding={unicode?2:0}" +
      "%26mclass={flash?0:}%26validity={valid_minutes}%26dlr-mask={receipt_url?27:}%26dlr-url={receipt_url}" +
      "&ok_status=202&ok=~^[03]:&code=~^Not%20routable&rejected=Not%20routable&reason=~^.+&receipt_query=state=%25d%26smsc_id=%25F" +
      "&receipt_state=state&receipt_id=smsc_id&receipt_sent=8&receipt_delivered=1&receipt_undelivered=2&receipt_failed=16" +
      "&inbound_from=from&inbound_to=to&inbound_text=text&inbound_id=id&inbound_time=time",
  },
  {
    title: "46elks",
    note: "The balance is counted in 1/10000 of the account's currency: put yours for `EUR`.",
    dsn:
      "https://USER:PASSWORD@api.46elks.com/a1/sms?type=form&from=ACME&ok_status=200&id=/id&segments=/parts&reason=~^.+" +
      "&body=from={from}%26to={to}%26message={text}%26whendelivered={receipt_url}%26flashsms={flash?yes:}" +
      "&balance=/balance&balance_path=/a1/me&balance_unit=EUR&balance_decimals=4" +
      "&receipt_state=status&receipt_id=id&receipt_sent=sent&receipt_delivered=delivered&receipt_failed=failed" +
      "&inbound_from=from&inbound_to=to&inbound_text=message&inbound_id=id",
  },
  {
    title: "Textlocal",
    note: "The password is the API key. A receipt has no id: our reference comes back as `customID`.",
    dsn:
      "https://key:PASSWORD@api.txtlocal.com/send/?type=form&from=ACME&ok_status=200&ok=/status&ok_value=success&id=/messages/*/id" +
      "&segments=/message/num_parts&code=/errors/0/code&reason=/errors/0/message&stop=3,7&rejected=4,5,6,32,33,43,44,51,80&later=191,192" +
      "&body=apikey={password}%26numbers={to_digits}%26sender={from}%26message={text}%26custom={ref}%26receipt_url={receipt_url}%26unicode={unicode?1:}" +
      "&balance=/balance/sms&balance_path=/balance/&balance_method=POST&balance_body=apikey={password}" +
      "&receipt_state=status&receipt_ref=customID&receipt_phone=number&receipt_sent=P&receipt_delivered=D&receipt_undelivered=U,E&receipt_failed=I" +
      "&inbound_from=sender&inbound_to=inNumber&inbound_text=content",
  },
  {
    title: "Jasmin",
    note: "Jasmin repeats a call until the response is exactly `ACK/Jasmin`.",
    dsn:
      'http://USER:PASSWORD@127.0.0.1:1401/send?type=form&from=ACME&ok_status=200&ok=~^Success&id=~^Success%20"%28[^"]+%29"&reason=~^.+' +
      "&body=username={username}%26password={password}%26to={to_digits}%26from={from}%26coding={unicode?8:0}%26content={text_if_gsm}%26hex-content={hex_if_unicode}" +
      "%26validity-period={valid_minutes}%26dlr={receipt_url?yes:no}%26dlr-url={receipt_url}%26dlr-level={receipt_url?3:}%26dlr-method={receipt_url?POST:}" +
      "&rejected=http_412&code=~%22%28Failover%29%20route&later=Failover&balance=/balance&balance_path=/balance?username={username}%26password={password}" +
      "&receipt_state=message_status&receipt_id=id&receipt_sent=ESME_ROK&receipt_delivered=DELIVRD&receipt_undelivered=UNDELIV,EXPIRED,DELETED" +
      "&receipt_failed=REJECTD&inbound_from=from&inbound_to=to&inbound_text=content&inbound_id=id&reply=ACK/Jasmin",
  },
  {
    title: "NetGSM",
    note: 'Numbers in Turkey, without their country code. For messages regulated by İYS, add its field to the template: `"iysfilter":"11"`.',
    dsn:
      "https://USER:PASSWORD@api.netgsm.com.tr/sms/rest/v2/send?from=ACME&ok_status=200&ok=/code&ok_value=00&id=/jobid" +
      '&body={"msgheader":"{from}","encoding":"{unicode?TR:}","messages":[{"msg":"{text}","no":"{to_national}"}]}' +
      "&code=/code&reason=/description&rejected=20,70&stop=30,40,50,51&later=80,85",
  },
  {
    title: "Semaphore",
    note: "Up to 1,000 people in one call; each is reported by number. The password is the API key. There are no receipts.",
    dsn:
      "https://key:PASSWORD@api.semaphore.co/api/v4/messages?type=form&from=ACME&batch=500&ok_status=200&reply_list=/&reply_to=/recipient" +
      "&body=apikey={password}%26number={to_digits:csv}%26message={text}%26sendername={from}" +
      "&ok=/status&ok_value=Pending,Queued,Sent&id=/message_id&channel=/type&code=/status&rejected=Failed,Refunded&reason=/status" +
      "&balance=/credit_balance&balance_path=/api/v4/account?apikey={password}&balance_unit=credits",
  },
  {
    title: "Solapi",
    note: "User name and password are the API key and its secret. Numbers in Korea, with the 0 in front.",
    dsn:
      "https://USER:PASSWORD@api.solapi.com/messages/v4/send?from=0212345678&auth=hmac&auth_header=Authorization&sign={time_iso}{nonce}" +
      "&auth_value=HMAC-SHA256%20apiKey={username},%20date={time_iso},%20salt={nonce},%20signature={signature}" +
      '&body={"message":{"to":"0{to_national}","from":"{from}","text":"{text}"}}' +
      "&ok_status=200&ok=/statusCode&ok_value=2000&id=/messageId&code=~%22(?:errorCode|statusCode)%22:%22([^%22]%2B)%22" +
      "&reason=~%22(?:errorMessage|statusMessage)%22:%22([^%22]%2B)%22&stop=NotEnoughBalance,Unauthorized,InvalidAPIKey,SignatureDoesNotMatch" +
      "&balance=/balance&balance_path=/cash/v1/balance&balance_unit=KRW",
  },
  {
    title: "Orange (Africa and Middle East)",
    note: "Client id and secret of the application; replace 2250000 by the country's sender number, in both places. Set the gateway's receipt address as the subscription for delivery receipts.",
    dsn:
      "https://USER:PASSWORD@api.orange.com/smsmessaging/v1/outbound/tel%3A%2B2250000/requests?auth=oauth2&token_path=/oauth/v3/token" +
      '&body={"outboundSMSMessageRequest":{"address":"tel:{to}","senderAddress":"tel:%2B2250000","senderName":"{from}","outboundSMSTextMessage":{"message":"{text}"}}}' +
      "&ok_status=201&id=~%22resourceURL%22:%22[^%22]*/([%5Cw-]%2B)%22&code=/requestError/serviceException/messageId&reason=/requestError/serviceException/text" +
      "&receipt_list=/deliveryInfoNotification&receipt_id=callbackData&receipt_state=/deliveryInfo/deliveryStatus" +
      "&receipt_sent=DeliveredToNetwork&receipt_delivered=DeliveredToTerminal&receipt_undelivered=DeliveryImpossible",
  },
] as const;
