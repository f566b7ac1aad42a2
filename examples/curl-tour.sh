#!/bin/sh
# A tour of the API with curl: send, follow, subscribe, read the log. Needs curl and a running service.
#
#   TIDINGS='admin:application password' sh examples/curl-tour.sh
set -eu
: "${TIDINGS:?user:application password, as the first start shows them}"
API=${API:-http://127.0.0.1:8080/svc/v1}

# -f: a status of 400 or more ends the tour.
call() { curl --silent --show-error --fail-with-body --user "$TIDINGS" "$@"; }
# The first value of a field that is a string or a number.
field() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p" | head -n 1; }

echo '== Send to two numbers. The key makes the call safe to repeat: it is done once.'
KEY="tour-$(date +%s)-$$"
send() {
  call "$API/send" -H "Idempotency-Key: $KEY" -H 'Content-Type: application/json' \
    -d '{"numbers": ["+15005550000", "+15005550003"], "message": "Hello from the tour"}'
}
FIRST=$(send)
echo "$FIRST"
ID=$(echo "$FIRST" | field message_id)

echo '== The same call again has the same answer, and sends nothing.'
[ "$(send | field message_id)" = "$ID" ]

echo '== What became of it'
until call "$API/messages/$ID" | grep -q '"state": *"completed"'; do sleep 1; done
call "$API/messages/$ID"

echo
echo '== A group, a member of it, and a message to the group'
GROUP=$(call "$API/groups" -d name="Tour $KEY" -d double_opt_in=false | field id)
call "$API/newsletter" -d name=Ada -d mobile=+15005550000 -d "group_id=$GROUP"
call "$API/send" -d "group_ids[]=$GROUP" -d message='Hello, group'

echo
echo '== The log, newest first'
call "$API/outbox?per_page=3"

echo
echo '== A refusal says everything that is wrong at once'
curl --silent --user "$TIDINGS" "$API/send" -d 'numbers[]=12' -d 'message='
echo
