AdaptiveDifficultyWrapper = Curriculum = Fixed = RecentPerformance = SlidingWindow = TargetSuccess = (
    Uniform
) = None
