-- GET /cgi-bin/sendsms of Kannel: a new number for every request.
-- Arguments: a name for this run (one digit).
local threads = {}

function setup(thread)
  thread:set("tid", #threads)
  table.insert(threads, thread)
end

function init(args)
  run = args[1]
  sent, taken, refused = 0, 0, 0
end

function request()
  sent = sent + 1
  local number = string.format("%%2B4915%d%s%08d", tid, run, sent)
  return wrk.format("GET", "/cgi-bin/sendsms?username=tester&password=foobar&from=13013&to=" .. number
    .. "&text=Hello+from+the+bench")
end

function response(status)
  if status == 202 then taken = taken + 1 else refused = refused + 1 end
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
