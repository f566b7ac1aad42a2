-- What the scripts beside this one have in common: numbered threads, counted replies, one line of result.
-- wrk loads one script in each thread; that one loads this and says what is sent by `request`.
local threads = {}

function setup(thread)
  thread:set("tid", #threads)
  table.insert(threads, thread)
end

sent, taken, refused = 0, 0, 0

-- For scripts of the service's own API: the Authorization header, a name for this run (one digit), a number of things per
-- request.
function init(args)
  auth, run, each = args[1], args[2], tonumber(args[3])
end

function is_taken(status)
  return status == 200
end

tells_refusals = true

function response(status, _, body)
  if is_taken(status) then
    taken = taken + 1
  else
    refused = refused + 1
    if refused == 1 and tells_refusals then io.stderr:write(status, " ", body, "\n") end
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
