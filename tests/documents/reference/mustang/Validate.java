import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mustangproject.validator.ZUGFeRDValidator;

/**
 * One line for each Factur-X file: RESULT, its path, and what is wrong with it, between tabs.
 *
 * Every summary of the report counts: wasCompletelyValid() is true for a file whose PDF part is no PDF/A-3.
 */
public class Validate {
  private static final Pattern MESSAGE = Pattern.compile("<(?:error|exception|warning)[^>]*>([^<]*)");

  public static void main(String[] files) {
    for (String file : files) System.out.println("RESULT\t" + file + "\t" + String.join("\t", problemsOf(file)));
  }

  private static List<String> problemsOf(String file) {
    String report = new ZUGFeRDValidator().validate(file);
    List<String> problems = new ArrayList<>();
    if (!report.contains("isCompliant=true")) problems.add("no PDF/A-3");
    if (!report.contains("<summary status=\"valid\"") || report.contains("<summary status=\"invalid\"")) problems.add("invalid");
    Matcher message = MESSAGE.matcher(report);
    while (message.find()) problems.add(message.group(1).trim().replaceAll("\\s+", " "));
    return problems;
  }
}
