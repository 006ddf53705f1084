from bench.sandbox import measure


async def test_the_bench_counts_what_sandbox_and_bot_use() -> None:
    figures = await measure(20)
    assert set(figures) == {"presses_per_s", "sandbox_cpu_us", "bot_cpu_us", "ratio", "rss_mb"}
    assert isinstance(figures["rss_mb"], dict)
    assert list(figures["rss_mb"]) == ["0", "20"]
