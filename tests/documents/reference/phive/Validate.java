import com.helger.io.resource.FileSystemResource;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One line for each CII file: RESULT, its path, and the rules of EN 16931 (CEN 1.3.16) that it breaks, between tabs. */
public class Validate {
  public static void main(String[] files) {
    ValidationExecutorSetRegistry<IValidationSourceXML> rules = new ValidationExecutorSetRegistry<>();
    EN16931Validation.initEN16931(rules);
    for (String file : files) System.out.println("RESULT\t" + file + "\t" + String.join("\t", problemsOf(rules, file)));
  }

  private static List<String> problemsOf(ValidationExecutorSetRegistry<IValidationSourceXML> rules, String file) {
    List<String> problems = new ArrayList<>();
    ValidationExecutionManager
        .executeValidation(
            IValidityDeterminator.createDefault(),
            rules.getOfID(EN16931Validation.VID_CII_1316),
            ValidationSourceXML.create(new FileSystemResource(new File(file))))
        .forEachFlattened(error -> problems.add((error.getErrorID() + " " + error.getErrorText(Locale.ENGLISH)).trim().replaceAll("\\s+", " ")));
    return problems;
  }
}
