-- POST /svc/v1/send: an Idempotency-Key of its own and new numbers for every request.
-- Arguments: the Authorization header, a name for this run (one digit), numbers per request.
local threads = {}

function setup(thread)
  thread:set("tid", #threads)
  table.insert(threads, thread)
end

function init(args)
  auth, run, each = args[1], args[2], tonumber(args[3])
  sent, taken, refused = 0, 0, 0
end

function request()
  sent = sent + 1
  local numbers = {}
  for i = 1, each do
    -- Thread, run and a running number: 12 digits after the plus and 49, as German numbers may have.
    numbers[i] = string.format('"+4915%d%s%08d"', tid, run, (sent - 1) * each + i)
  end
  local body = '{"message":"Hello from the bench","numbers":[' .. table.concat(numbers, ",") .. "]}"
  return wrk.format("POST", "/svc/v1/send", {
    ["Authorization"] = auth,
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = run .. "-" .. tid .. "-" .. sent,
  }, body)
end

function response(status, _, body)
  if status == 200 then
    taken = taken + 1
  else
    refused = refused + 1
    if refused == 1 then io.stderr:write(status, " ", body, "\n") end
  end
end

function done(summary, latency)
  local acknowledged, not_acknowledged = 0, 0
  for _, thread in ipairs(threads) do
    acknowledged = acknowledged + thread:get("taken")
    not_acknowledged = not_acknowledged + thread:get("refused")
  end
  local errors = summary.errors
  local failed = not_acknowledged + errors.connect + errors.read + errors.write + errors.timeout
  print(string.format(
    'RESULT {"acknowledged":%d,"refused":%d,"perSecond":%.1f,"p50":%.3f,"p99":%.3f}',
    acknowledged, failed, acknowledged / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000
  ))
end
